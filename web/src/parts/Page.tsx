// A page with a head, tabs that are links, and a body.
import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconDots } from "@tabler/icons-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useWords } from "../i18n/language";
import { AccountMenu } from "../shell/AccountMenu";
import { PHONE } from "../theme/media";
import classes from "./Page.module.css";
import { partsWords } from "./words";

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
  const words = useWords(partsWords);
  const tabsRef = useRef<HTMLElement>(null);
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const nav = tabsRef.current;
    if (!nav) return undefined;
    const observer = new ResizeObserver(() => setCut(nav.scrollWidth > nav.clientWidth + 1));
    observer.observe(nav);
    for (const tab of nav.children) observer.observe(tab);
    return () => observer.disconnect();
  }, [tabs?.length]);
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
        <div className={classes.views}>
          <nav ref={tabsRef} className={classes.tabs} aria-label={tabsLabel} data-cut={isCut || undefined}>
            {tabs.map((tab) => (
              <Link key={tab.path} href={tab.path} className={classes.tab ?? ""} aria-current={isCurrent(tab) ? "page" : undefined}>
                {tab.label}
              </Link>
            ))}
          </nav>
          {/* Those that are cut off are found without dragging. */}
          {isCut && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Tooltip label={words.allViews}>
                  <ActionIcon size="lg" aria-label={words.allViews}>
                    <IconDots size={19} />
                  </ActionIcon>
                </Tooltip>
              </Menu.Target>
              <Menu.Dropdown className={classes.all ?? ""}>
                {tabs.map((tab) => (
                  <Menu.Item key={tab.path} component={Link} href={tab.path} data-current={isCurrent(tab) || undefined}>
                    {tab.label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
      )}
      <div className={classes.body}>{children}</div>
    </div>
  );
}
