import { Button } from "@mantine/core";
import { IconPlus, IconSparkles } from "@tabler/icons-react";
import type { ModelsSetup } from "../../api/types";
import { useWords } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { Empty } from "../../parts/State";
import { KindCards } from "./KindCards";
import classes from "./Models.module.css";
import { Nearby } from "./Nearby";
import type { Start } from "./ProviderDialog";
import { modelWords } from "./words";

const EXAMPLE = `[providers.openai]
kind = "openai"
api_key = "…"

[[models]]
name = "gpt"
provider = "openai"
model = "gpt-…"

[tiers]
balanced = ["gpt"]`;

/** What to do about it. */
export function NoModels({ setup, open }: { setup: ModelsSetup; open: (start: Start) => void }) {
  const words = useWords(modelWords);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => open({})}>
      {words.add}
    </Button>
  );
  return (
    <div className={classes.empty}>
      <Nearby setup={setup} use={(nearby) => open({ nearby })} />
      <Empty icon={<IconSparkles size={26} />} title={words.none} text={words.noneText} action={add} />
      <KindCards choose={(kind) => open({ kind })} />
      <ByFile />
    </div>
  );
}

/** The other way, for those who have a shell. */
function ByFile() {
  const words = useWords(modelWords);
  const steps = words.byFileSteps;
  return (
    <details className={classes.fold}>
      <summary>{words.byFile}</summary>
      <ol className={classes.steps}>
        <li>
          {steps.write}
          <Lines text={EXAMPLE} />
          <p className={classes.hint}>{words.byFileKinds}</p>
        </li>
        <li>
          {steps.start}
          <Lines text="conserje serve --config conserje.toml" />
        </li>
        <li>{steps.come}</li>
      </ol>
    </details>
  );
}

function Lines({ text }: { text: string }) {
  return (
    <div className={classes.lines}>
      <pre tabIndex={0}>{text}</pre>
      <CopyButton text={text} />
    </div>
  );
}
