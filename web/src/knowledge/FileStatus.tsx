import { Progress, Tooltip } from "@mantine/core";
import { IconAlertTriangle, IconCheck } from "@tabler/icons-react";
import type { FileEntry } from "../api/types";
import { useFormats, useWords } from "../i18n/language";
import classes from "./FileStatus.module.css";
import { knowledgeWords } from "./words";

type Status = keyof (typeof knowledgeWords)["en"]["statuses"];

export function FileStatus({ file }: { file: FileEntry }) {
  const words = useWords(knowledgeWords);
  const formats = useFormats();
  const status = file.processingStatus as Status;
  const label = words.statuses[status] ?? file.processingStatus;
  if (status === "failed") {
    return (
      <Tooltip label={file.error ?? ""} multiline w={320}>
        <span className={classes.status} data-status="failed" tabIndex={0}>
          <IconAlertTriangle size={15} /> {label}
        </span>
      </Tooltip>
    );
  }
  if (status === "completed") {
    return (
      <span className={classes.status} data-status="completed">
        <IconCheck size={15} /> {label}
      </span>
    );
  }
  return (
    <span className={classes.working}>
      <span>
        {label} {status === "processing" && formats.percent(file.progress / 100)}
      </span>
      <Progress size="xs" value={Math.max(file.progress, 3)} aria-label={label} />
    </span>
  );
}
