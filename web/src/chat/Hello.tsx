// An empty chat teaches: who is there, what can be asked, and what is missing for good answers.
import { Anchor, Skeleton, UnstyledButton } from "@mantine/core";
import { IconArrowUpRight } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";
import { useAssistants, useCollections } from "../api/queries";
import { useWords } from "../i18n/language";
import { Face } from "../parts/Face";
import { useMay } from "../shell/account";
import { Mark } from "../shell/Mark";
import { examplesOf, today } from "./assistants";
import classes from "./Hello.module.css";
import { chatWords } from "./words";

const FirstSteps = lazy(() => import("../start/FirstSteps"));

interface Props {
  /** Who is to answer; whoever fits, without one. */
  chosen: string | null;
  ask: (text: string, assistant: string) => void;
}

export function Hello({ chosen, ask }: Props) {
  const words = useWords(chatWords);
  const may = useMay();
  const mayManage = may("users:manage");
  return (
    <div className={classes.hello} data-roomy={!mayManage || undefined}>
      <Mark size={48} />
      <h2>{words.hello}</h2>
      <p>{words.helloText}</p>
      {may("knowledge:read") && !mayManage && <DocumentsNote mayAdd={may("knowledge:write")} />}
      {may("sessions:write") && <Examples chosen={chosen} ask={ask} />}
      {mayManage && (
        <Suspense>
          <FirstSteps />
        </Suspense>
      )}
    </div>
  );
}

/** Each with who answers it: that is who is asked. */
function Examples({ chosen, ask }: Props) {
  const words = useWords(chatWords);
  const { data, isPending } = useAssistants();
  const [day] = useState(() => today(new Date()));
  if (isPending) return <Skeleton className={classes.examples ?? ""} height={216} radius="lg" />;
  const examples = examplesOf(data?.items ?? [], chosen, day);
  if (examples.length === 0) return null;
  return (
    <ul className={classes.examples} aria-label={words.examples}>
      {examples.map(({ text, assistant }) => (
        <li key={`${assistant.name} ${text}`}>
          <UnstyledButton className={classes.example ?? ""} onClick={() => ask(text, assistant.name)}>
            <Face of={assistant} />
            <span className={classes.question}>
              {text}
              <small>{assistant.title}</small>
            </span>
            <IconArrowUpRight size={16} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}

function DocumentsNote({ mayAdd }: { mayAdd: boolean }) {
  const words = useWords(chatWords);
  const collections = useCollections();
  if (!collections.data || collections.data.some((collection) => collection.fileCount > 0)) return null;
  return (
    <p className={classes.missing}>
      {words.noDocuments}{" "}
      {mayAdd && (
        <Anchor component={Link} href="/knowledge">
          {words.addDocuments}
        </Anchor>
      )}
    </p>
  );
}
