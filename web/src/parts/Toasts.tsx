// Short news that need no answer: "Copied", "Link made", why something did not work.
import { Button, Notification } from "@mantine/core";
import { useSyncExternalStore } from "react";
import { useWords } from "../i18n/language";
import classes from "./Toasts.module.css";
import { partsWords } from "./words";

interface Toast {
  id: number;
  text: string;
  kind: "news" | "problem";
  action: Action | undefined;
}

/** What can be done about it: "Undo". */
export interface Action {
  label: string;
  act: () => void;
}

let toasts: Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

function set(changed: Toast[]): void {
  toasts = changed;
  listeners.forEach((tell) => tell());
}

export function toast(text: string, kind: Toast["kind"] = "news", action?: Action): void {
  const made = { id: next++, text, kind, action };
  set([...toasts.slice(-2), made]);
  setTimeout(() => dismiss(made.id), kind === "news" && !action ? 3500 : 9000);
}

function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

export function Toasts() {
  const parts = useWords(partsWords);
  const shown = useSyncExternalStore(
    (tell) => {
      listeners.add(tell);
      return () => listeners.delete(tell);
    },
    () => toasts,
  );
  return (
    <div className={classes.toasts} role="status" aria-live="polite">
      {shown.map((toast) => (
        <Notification
          key={toast.id}
          color={toast.kind === "problem" ? "red" : "teal"}
          onClose={() => dismiss(toast.id)}
          closeButtonProps={{ "aria-label": parts.close }}
          className={classes.toast}
        >
          {toast.text}
          {toast.action && (
            <Button
              size="compact-sm"
              variant="light"
              ml="sm"
              onClick={() => {
                toast.action?.act();
                dismiss(toast.id);
              }}
            >
              {toast.action.label}
            </Button>
          )}
        </Notification>
      ))}
    </div>
  );
}
