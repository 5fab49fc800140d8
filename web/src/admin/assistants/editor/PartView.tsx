import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useWords } from "../../../i18n/language";
import { DocumentsPart } from "../parts/DocumentsPart";
import { ExamplesPart } from "../parts/ExamplesPart";
import { GuardPart } from "../parts/GuardPart";
import { VersionsPart } from "../parts/VersionsPart";
import { VoicePart } from "../parts/VoicePart";
import { AgentsPart } from "./AgentsPart";
import classes from "./Editor.module.css";
import { FilesPart } from "./FilesPart";
import { IdentityPart } from "./IdentityPart";
import type { Part } from "./places";
import type { Working } from "./useWork";
import { wayOf } from "./work";
import { editorWords } from "./words";

interface Props {
  part: Exclude<Part, "try">;
  name: string;
  working: Working;
  agent: number;
  openAgent: (place: number) => void;
  file: { file: string; line: number | null };
  openFile: (place: { file: string; line: number | null }) => void;
  open: (part: Part) => void;
}

export function PartView(props: Props) {
  const { part, name, working, file, openFile } = props;
  const { saved, files, work, changeFiles } = working;
  switch (part) {
    case "examples":
      return <ExamplesPart files={files} agents={(working.form?.agents ?? []).map((agent) => agent.name)} onChange={changeFiles} />;
    case "files":
      return <FilesPart files={files} saved={saved.files} faults={saved.faults} isLocked={wayOf(work) === "fields"} place={file} open={openFile} onChange={changeFiles} />;
    case "versions":
      return <VersionsPart name={name} files={files} onRestored={() => undefined} />;
    default:
      return <Fields {...props} part={part} />;
  }
}

/** What is changed by fields. While it is being changed as text, they wait. */
function Fields({ part, name, working, agent, openAgent, open }: Props & { part: "identity" | "agents" | "voice" | "guard" | "documents" }) {
  const words = useWords(editorWords);
  const { saved, work, form, changeForm } = working;
  const isText = wayOf(work) === "text";
  if (!form) {
    return (
      <Notice text={words.unreadable}>
        <Button size="compact-sm" variant="default" onClick={() => open("files")}>
          {words.openFiles}
        </Button>
      </Notice>
    );
  }
  const given = { form, onChange: changeForm };
  const shown = {
    identity: () => <IdentityPart {...given} faults={saved.faults} />,
    agents: () => <AgentsPart {...given} faults={saved.faults} place={agent} open={openAgent} />,
    voice: () => <VoicePart {...given} />,
    guard: () => <GuardPart {...given} name={name} />,
    documents: () => <DocumentsPart {...given} />,
  }[part];
  return (
    <>
      {isText && <Notice text={words.asText} />}
      <fieldset className={classes.fields} disabled={isText} data-field={part}>
        {shown()}
      </fieldset>
    </>
  );
}

function Notice({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={classes.notice} role="status">
      <span>{text}</span>
      {children}
    </div>
  );
}
