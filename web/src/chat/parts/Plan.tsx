import { IconCircle, IconCircleCheckFilled, IconCircleDotted } from "@tabler/icons-react";
import { useWords } from "../../i18n/language";
import type { TodoItem } from "../log/turns";
import { chatWords } from "../words";
import classes from "./Plan.module.css";

const ICONS = { pending: IconCircle, in_progress: IconCircleDotted, completed: IconCircleCheckFilled };

/** The assistant's to-do list, as it stands. */
export function Plan({ items }: { items: TodoItem[] }) {
  const words = useWords(chatWords);
  const done = items.filter((item) => item.status === "completed").length;
  return (
    <section className={classes.plan} aria-label={words.plan}>
      <header>
        <strong>{words.plan}</strong>
        <span>{words.planDone(done, items.length)}</span>
      </header>
      <ul>
        {items.map((item, index) => {
          const StatusIcon = ICONS[item.status];
          return (
            <li key={index} data-status={item.status}>
              <StatusIcon size={16} />
              <span>{item.text}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
