// The room before the house: sign in and welcome look the same.
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useLanguage, useWords } from "../i18n/language";
import { LANGUAGES } from "../i18n/words";
import classes from "./Door.module.css";
import { Logo } from "./Logo";
import { shellWords } from "./words";

export function Door({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  const words = useWords(shellWords);
  const { language, choose } = useLanguage();
  const names = { es: words.spanish, en: words.english };
  return (
    <main className={classes.door}>
      <div>
        <div className={classes.card}>
          <Logo size={40} />
          <h1 className={classes.title}>{title}</h1>
          <div>{intro}</div>
          {children}
        </div>
        <div className={classes.languages}>
          {LANGUAGES.map((other) => (
            <Button
              key={other}
              size="compact-sm"
              variant="subtle"
              color="gray"
              lang={other}
              aria-pressed={other === language}
              fw={other === language ? 650 : 400}
              onClick={() => choose(other)}
            >
              {names[other]}
            </Button>
          ))}
        </div>
      </div>
    </main>
  );
}
