// A page with a head, tabs that are links, and a body.
import { useEffect, useRef, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { AccountMenu } from "../shell/AccountMenu";
import { useMediaQuery } from "@mantine/hooks";
import { PHONE } from "../theme/media";
import classes from "./Page.module.css";

export interface Tab {
  path: string;
  label: string;
  /** What is below it belongs to it. */
  hasMore?: boolean;
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
  const tabsRef = useRef<HTMLElement>(null);
  // On a phone not all tabs fit: the one that is shown must be among those that can be seen.
  useEffect(() => {
    const current = tabsRef.current?.querySelector<HTMLElement>("[aria-current]");
    if (current && tabsRef.current) tabsRef.current.scrollLeft = current.offsetLeft - (tabsRef.current.clientWidth - current.clientWidth) / 2;
  }, [location]);
  const isCurrent = ({ path, hasMore = false }: Tab) => location === path || (hasMore && location.startsWith(`${path}/`));
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <div className={classes.titles}>
          <h1>{title}</h1>
          {intro && <p>{intro}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
        {isPhone && <AccountMenu compact />}
      </header>
      {tabs && (
        <nav ref={tabsRef} className={classes.tabs} aria-label={tabsLabel}>
          {tabs.map((tab) => (
            <Link key={tab.path} href={tab.path} className={classes.tab ?? ""} aria-current={isCurrent(tab) ? "page" : undefined}>
              {tab.label}
            </Link>
          ))}
        </nav>
      )}
      <div className={classes.body}>{children}</div>
    </div>
  );
}
