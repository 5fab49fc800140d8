import { IconMoon } from "@tabler/icons-react";
import classes from "./Assistants.module.css";

export function Picture({ of }: { of: string | null }) {
  return (
    <span className={classes.picture} aria-hidden>
      {of ?? <IconMoon size={18} stroke={1.6} />}
    </span>
  );
}
