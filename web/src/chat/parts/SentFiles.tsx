import { IconFileText } from "@tabler/icons-react";
import { Link } from "wouter";
import type { Attachment } from "../../api/types";
import { useWords } from "../../i18n/language";
import { chatWords } from "../words";
import classes from "./SentFiles.module.css";

/** What a message was asked with. */
export function SentFiles({ files }: { files: Attachment[] }) {
  const words = useWords(chatWords);
  if (files.length === 0) return null;
  return (
    <ul className={classes.files} aria-label={words.attached}>
      {files.map((file) => (
        <li key={file.fileId}>
          <Link href={`/knowledge/files/${file.fileId}`} className={classes.file ?? ""}>
            <IconFileText size={14} />
            <span className={classes.name}>{file.fileName}</span>
            {file.source === "semantic_search" && <small>{words.attachedFound}</small>}
            {file.isCut && <small>{words.attachedCut}</small>}
          </Link>
        </li>
      ))}
    </ul>
  );
}
