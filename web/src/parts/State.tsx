// The states a view can be in besides showing its content: nothing there, or something went wrong.
import { Button, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Refusal } from "../api/client";
import { useWords } from "../i18n/language";
import { useProblemText } from "./problem";
import classes from "./State.module.css";
import { partsWords } from "./words";

interface EmptyProps {
  icon?: ReactNode;
  title: string;
  /** One sentence. */
  text?: string;
  /** One button. */
  action?: ReactNode;
  children?: ReactNode;
}

/** Teaches: one sentence, one button, one example. */
export function Empty({ icon, title, text, action, children }: EmptyProps) {
  return (
    <div className={classes.state}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <h2 className={classes.title}>{title}</h2>
      {text && <Text c="dimmed">{text}</Text>}
      {action}
      {children}
    </div>
  );
}

/** The next click where there is nothing yet because nobody has asked anything. */
export function ToChat() {
  const words = useWords(partsWords);
  return (
    <Button component={Link} href="/chat" variant="default">
      {words.toChat}
    </Button>
  );
}

export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const words = useWords(partsWords);
  const told = useProblemText();
  return (
    <div className={classes.failure} role="alert">
      <Text>{told(error)}</Text>
      <div className={classes.row}>
        {retry && (
          <Button size="xs" variant="default" onClick={retry}>
            {words.retry}
          </Button>
        )}
        {error instanceof Refusal && error.traceId && <code className={classes.trace}>{words.traceOf(error.traceId)}</code>}
      </div>
    </div>
  );
}
