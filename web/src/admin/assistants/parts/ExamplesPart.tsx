import { SegmentedControl, Textarea } from "@mantine/core";
import { useId, useState } from "react";
import { useFormats, useWords } from "../../../i18n/language";
import { ExampleRows } from "./ExampleRows";
import examples from "./Examples.module.css";
import { fileOf, MOST_ROWS, rowsOf, RULES, SEEN, withFile } from "./examples";
import classes from "./Parts.module.css";
import { partWords } from "./words";

interface Props {
  files: Record<string, string>;
  agents: string[];
  onChange: (files: Record<string, string>) => void;
}

export function ExamplesPart({ files, agents, onChange }: Props) {
  const words = useWords(partWords).examples;
  const change = (path: string, content: string) => onChange(withFile(files, path, content));
  return (
    <>
      <section className={classes.section} aria-label={words.title}>
        <h3>{words.title}</h3>
        <p className={classes.hint}>
          {words.text} {words.answers}
        </p>
        <Seen file={files[SEEN] ?? ""} agents={agents} change={(content) => change(SEEN, content)} />
      </section>
      <section className={classes.section} aria-label={words.rules}>
        <h3>{words.rules}</h3>
        <p className={classes.hint}>{words.rulesText}</p>
        <Textarea
          mt="sm"
          className={classes.mono ?? ""}
          aria-label={words.rulesFile}
          autosize
          minRows={6}
          maxRows={26}
          spellCheck={false}
          value={files[RULES] ?? ""}
          onChange={(event) => change(RULES, event.currentTarget.value)}
        />
      </section>
    </>
  );
}

/** Rows, if they can be and are not too many. Whoever writes text goes on with text, also once it could be rows again. */
function Seen({ file, agents, change }: { file: string; agents: string[]; change: (file: string) => void }) {
  const words = useWords(partWords).examples;
  const formats = useFormats();
  const viewId = useId();
  const [wanted, setWanted] = useState<"rows" | "text">("rows");
  const read = rowsOf(file);
  const obstacle = !("rows" in read) ? words.wrongLine(read.wrongLine) : read.rows.length > MOST_ROWS ? words.many(formats.number(read.rows.length), MOST_ROWS) : null;
  const view = obstacle ? "text" : wanted;
  return (
    <>
      <div className={examples.bar}>
        <div role="group" aria-labelledby={viewId}>
          <span id={viewId} className={classes.label}>
            {words.shownAs}
          </span>
          <SegmentedControl
            aria-labelledby={viewId}
            value={view}
            disabled={obstacle !== null}
            onChange={(value) => setWanted(value === "text" ? "text" : "rows")}
            data={[
              { value: "rows", label: words.asRows },
              { value: "text", label: words.asText },
            ]}
          />
        </div>
        {obstacle && (
          <p role="status" className={classes.hint}>
            {obstacle}
          </p>
        )}
      </div>
      {view === "rows" && "rows" in read ? (
        <ExampleRows rows={read.rows} agents={agents} change={(rows) => change(fileOf(rows))} />
      ) : (
        <Textarea
          className={classes.mono ?? ""}
          aria-label={words.file}
          autosize={file.length < 60_000}
          minRows={6}
          maxRows={24}
          rows={24}
          spellCheck={false}
          value={file}
          onChange={(event) => {
            setWanted("text");
            change(event.currentTarget.value);
          }}
        />
      )}
    </>
  );
}
