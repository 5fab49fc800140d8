import "../theme/more.css";
import { Kbd, Modal } from "@mantine/core";
import { useWords } from "../i18n/language";
import { partsWords } from "../parts/words";
import classes from "./Shortcuts.module.css";
import { shellWords } from "./words";

export default function Shortcuts({ close }: { close: () => void }) {
  const words = useWords(shellWords);
  const parts = useWords(partsWords);
  const rows: [string, string][] = [
    ["Enter", words.keys.send],
    ["Shift Enter", words.keys.line],
    ["Esc", words.keys.stop],
    ["↑", words.keys.edit],
    ["Ctrl/⌘ K", words.keys.palette],
    ["/", words.keys.command],
    ["@", words.keys.agent],
    ["#", words.keys.document],
  ];
  return (
    <Modal opened onClose={close} title={words.keys.title} closeButtonProps={{ "aria-label": parts.close }}>
      <dl className={classes.rows}>
        {rows.map(([keys, what]) => (
          <div key={keys} className={classes.row}>
            <dt>{what}</dt>
            <dd>
              <Kbd>{keys}</Kbd>
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
