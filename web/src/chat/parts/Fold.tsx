// A line that opens: thoughts, and what tools did.
import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./Fold.module.css";

interface Props {
  icon: ReactNode;
  label: ReactNode;
  aside?: ReactNode;
  tone?: "quiet" | "bad";
  children: ReactNode;
}

export function Fold({ icon, label, aside, tone = "quiet", children }: Props) {
  return (
    <details className={classes.fold} data-tone={tone}>
      <summary>
        <span className={classes.icon}>{icon}</span>
        <span className={classes.label}>{label}</span>
        {aside && <span className={classes.aside}>{aside}</span>}
        <IconChevronRight size={14} className={classes.chevron} />
      </summary>
      <div className={classes.body}>{children}</div>
    </details>
  );
}
