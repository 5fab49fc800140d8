import { CloseButton, Loader } from "@mantine/core";
import { IconAlertTriangle, IconFileText } from "@tabler/icons-react";
import { useFormats, useWords } from "../../i18n/language";
import { chatWords } from "../words";
import classes from "./AttachmentChips.module.css";
import type { Attaching } from "./useAttachments";

export function AttachmentChips({ items, remove }: { items: Attaching[]; remove: (key: string) => void }) {
  const words = useWords(chatWords);
  const formats = useFormats();
  if (items.length === 0) return null;
  const told = (item: Attaching) => {
    if (item.state === "uploading") return words.uploading(formats.percent(item.progress));
    if (item.state === "failed") return item.problem ?? "";
    return item.state === "reading" ? words.reading : words.ready;
  };
  return (
    <ul className={classes.chips}>
      {items.map((item) => (
        <li key={item.key} className={classes.chip} data-state={item.state}>
          {item.state === "ready" && <IconFileText size={16} />}
          {item.state === "failed" && <IconAlertTriangle size={16} />}
          {(item.state === "uploading" || item.state === "reading") && <Loader size={14} />}
          <span className={classes.text}>
            <strong>{item.name}</strong>
            <small role="status">{told(item)}</small>
          </span>
          <CloseButton size="xs" aria-label={words.detach(item.name)} onClick={() => remove(item.key)} />
        </li>
      ))}
    </ul>
  );
}
