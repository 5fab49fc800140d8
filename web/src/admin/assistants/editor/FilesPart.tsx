import { Button, Select, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useWords } from "../../../i18n/language";
import { useConfirm } from "../../../parts/confirm";
import { partsWords } from "../../../parts/words";
import type { Fault } from "../own";
import parts from "../parts/Parts.module.css";
import classes from "./Files.module.css";
import { TextFile } from "./TextFile";
import { isOfForm, isPath, type Files } from "./work";
import { editorWords } from "./words";

const ALWAYS = "pack.toml";

interface Props {
  files: Files;
  /** As they were saved. */
  saved: Files;
  faults: Fault[];
  /** Fields were changed: what they stand for waits until that is saved. */
  isLocked: boolean;
  /** Which file is shown, and the line to go to. */
  place: { file: string; line: number | null };
  open: (place: { file: string; line: number | null }) => void;
  onChange: (files: Files) => void;
}

export function FilesPart({ files, saved, faults, isLocked, place, open, onChange }: Props) {
  const all = useWords(editorWords);
  const words = all.files;
  const [dialog, ask] = useConfirm();
  const [isAdding, setAdding] = useState(false);
  const paths = Object.keys(files);
  const file = paths.includes(place.file) ? place.file : (paths[0] ?? ALWAYS);
  const of = (path: string) => faults.filter((fault) => fault.file === path);
  const labelOf = (path: string) => (of(path).length > 0 ? words.faulty(path, of(path).length) : files[path] === saved[path] ? path : words.changed(path));
  function remove(path: string) {
    const act = () => {
      onChange(Object.fromEntries(Object.entries(files).filter(([other]) => other !== path)));
      open({ file: ALWAYS, line: null });
    };
    ask({ title: words.removeTitle(path), text: words.removeText, yes: words.remove, act });
  }
  const isReadOnly = isLocked && isOfForm(file);
  return (
    <>
      <p className={parts.hint}>{words.intro}</p>
      <div className={classes.bar}>
        <Select
          className={classes.choice ?? ""}
          aria-label={words.file}
          allowDeselect={false}
          searchable
          value={file}
          onChange={(path) => path && open({ file: path, line: null })}
          data={paths.map((value) => ({ value, label: labelOf(value) }))}
        />
        <Button variant="default" leftSection={<IconPlus size={15} />} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
          {words.add}
        </Button>
        {file !== ALWAYS && !isReadOnly && (
          <Button variant="subtle" color="red" aria-label={words.removeNamed(file)} onClick={() => remove(file)}>
            {words.remove}
          </Button>
        )}
      </div>
      {isAdding && (
        <NewFile
          there={paths}
          isLocked={isLocked}
          close={() => setAdding(false)}
          add={(path) => {
            onChange({ ...files, [path]: "" });
            setAdding(false);
            open({ file: path, line: null });
          }}
        />
      )}
      {isReadOnly && (
        <p role="status" className={classes.notice}>
          {all.asFields}
        </p>
      )}
      <TextFile key={file} path={file} text={files[file] ?? ""} faults={files[file] === saved[file] ? of(file) : []} line={place.line} isReadOnly={isReadOnly} change={(text) => onChange({ ...files, [file]: text })} />
      {dialog}
    </>
  );
}

function NewFile({ there, isLocked, add, close }: { there: string[]; isLocked: boolean; add: (path: string) => void; close: () => void }) {
  const all = useWords(editorWords);
  const words = all.files;
  const cancel = useWords(partsWords).cancel;
  const [path, setPath] = useState("");
  const problem = there.includes(path) ? words.there : isLocked && isOfForm(path) ? all.asFields : null;
  const isReady = isPath(path) && problem === null;
  return (
    <form
      className={classes.adding}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) add(path);
      }}
    >
      <TextInput label={words.path} description={words.addHint} placeholder="prompts/prices.md" value={path} spellCheck={false} autoCapitalize="none" error={problem} autoFocus onChange={(event) => setPath(event.currentTarget.value)} />
      <div className={classes.bar}>
        <Button type="submit" disabled={!isReady}>
          {words.add}
        </Button>
        <Button variant="default" onClick={close}>
          {cancel}
        </Button>
      </div>
    </form>
  );
}
