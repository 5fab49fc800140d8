import { Anchor } from "@mantine/core";
import { Link } from "wouter";
import { useWords } from "../i18n/language";
import { useMay, useRunsInstallation } from "../shell/account";
import classes from "./start.module.css";
import { viewsFor } from "./views";
import { startWords } from "./words";

/** What needs no doing, and is worth a look. */
export function MoreViews() {
  const words = useWords(startWords);
  const views = viewsFor(useMay(), useRunsInstallation());
  if (views.length === 0) return null;
  return (
    <p className={classes.more}>
      {words.more}{" "}
      {views.map(({ name, href }, place) => (
        <span key={name}>
          {place > 0 && " · "}
          <Anchor component={Link} href={href} inherit>
            {words.views[name]}
          </Anchor>
        </span>
      ))}
    </p>
  );
}
