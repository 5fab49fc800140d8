import { UnstyledButton } from "@mantine/core";
import { IconBrandAzure, IconBrandGoogle, IconBrandOpenai, IconServer, IconSparkles, type Icon } from "@tabler/icons-react";
import type { ProviderKind } from "../../api/types";
import { useWords } from "../../i18n/language";
import { KIND_NAMES } from "./kinds";
import classes from "./Models.module.css";
import { modelWords } from "./words";

export const KIND_ICONS: Record<ProviderKind, Icon> = {
  openai: IconBrandOpenai,
  anthropic: IconSparkles,
  gemini: IconBrandGoogle,
  azure_openai: IconBrandAzure,
  openai_compatible: IconServer,
};

/** Where a model can run. */
export function KindCards({ choose }: { choose: (kind: ProviderKind) => void }) {
  const words = useWords(modelWords);
  return (
    <ul className={classes.kinds} aria-label={words.choose}>
      {KIND_NAMES.map((kind) => {
        const KindIcon = KIND_ICONS[kind];
        return (
          <li key={kind}>
            <UnstyledButton className={classes.kind ?? ""} onClick={() => choose(kind)}>
              <KindIcon size={22} stroke={1.6} />
              <span>
                <strong>{words.kinds[kind]}</strong>
                <span className={classes.hint}>{words.kindHints[kind]}</span>
              </span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}
