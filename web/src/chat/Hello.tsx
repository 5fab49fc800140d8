// An empty chat teaches: what can be asked, and what is missing for good answers.
import { Anchor, UnstyledButton } from "@mantine/core";
import { IconArrowUpRight, IconBulb } from "@tabler/icons-react";
import { Link } from "wouter";
import { useCollections, useModels } from "../api/queries";
import { useWords } from "../i18n/language";
import { useMay } from "../shell/account";
import { Logo } from "../shell/Logo";
import classes from "./Hello.module.css";
import { chatWords } from "./words";

export function Hello({ ask }: { ask: (text: string) => void }) {
  const words = useWords(chatWords);
  const may = useMay();
  const models = useModels();
  const examples = words.examples.split("\n");
  return (
    <div className={classes.hello}>
      <Logo size={48} />
      <h2>{words.hello}</h2>
      <p>{words.helloText}</p>
      {may("knowledge:read") && <DocumentsNote mayAdd={may("knowledge:write")} />}
      <ul className={classes.examples}>
        {examples.map((example) => (
          <li key={example}>
            <UnstyledButton className={classes.example ?? ""} onClick={() => ask(example)}>
              {example}
              <IconArrowUpRight size={16} />
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {models.data?.isConfigured === false && (
        <p className={classes.note}>
          <IconBulb size={18} />
          <span>
            {words.noModel} {may("users:manage") ? words.noModelHow : ""}
          </span>
        </p>
      )}
    </div>
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
