// Told once, and only to those who can do something about it: nobody else is to read of providers.
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconBulb, IconX } from "@tabler/icons-react";
import { Link } from "wouter";
import { useModels } from "../api/queries";
import { useWords } from "../i18n/language";
import classes from "./start.module.css";
import { useDismissed } from "./useDismissed";
import { startWords } from "./words";

export default function NoModelBanner() {
  const [isDismissed, dismiss] = useDismissed("no-model");
  return isDismissed ? null : <Notice dismiss={dismiss} />;
}

function Notice({ dismiss }: { dismiss: () => void }) {
  const words = useWords(startWords);
  const models = useModels();
  if (models.data?.isConfigured !== false) return null;
  return (
    <div className={classes.banner} role="status">
      <IconBulb size={18} />
      <span>{words.noModel}</span>
      {/* Whoever goes there has been told. */}
      <Button component={Link} href="/admin/models" size="compact-sm" variant="default" onClick={dismiss}>
        {words.noModelButton}
      </Button>
      <Tooltip label={words.noModelDismiss}>
        <ActionIcon aria-label={words.noModelDismiss} onClick={dismiss}>
          <IconX size={16} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
