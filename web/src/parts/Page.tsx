// A page with a head, tabs that are links, and a body.
import type { ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { AccountMenu } from "../shell/AccountMenu";
import { useMediaQuery } from "@mantine/hooks";
import { PHONE } from "../theme/media";
import classes from "./Page.module.css";

export interface Tab {
  path: string;
  label: string;
}

interface Props {
  title: string;
  intro?: string;
  tabs?: Tab[];
  tabsLabel?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, intro, tabs, tabsLabel, actions, children }: Props) {
  const [location] = useLocation();
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <h1>{title}</h1>
          {intro && <p>{intro}</p>}
        </div>
        {actions}
        {isPhone && <AccountMenu compact />}
      </header>
      {tabs && (
        <nav className={classes.tabs} aria-label={tabsLabel}>
          {tabs.map((tab) => (
            <Link key={tab.path} href={tab.path} className={classes.tab ?? ""} aria-current={location === tab.path ? "page" : undefined}>
              {tab.label}
            </Link>
          ))}
        </nav>
      )}
      <div className={classes.body}>{children}</div>
    </div>
  );
}
