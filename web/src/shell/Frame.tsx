// The frame around every view: sections and sessions at the side, or a bar at the bottom of a phone.
import { UnstyledButton } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconBooks, IconCalendarEvent, IconGauge, IconInbox, IconMessageCircle, IconSettings, type Icon } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { useSettings, useWaiting } from "../api/queries";
import { InCurrency, useWords } from "../i18n/language";
import { PHONE } from "../theme/media";
import { wear } from "../theme/wear";
import { useMay } from "./account";
import { Count } from "./Count";
import classes from "./Frame.module.css";
import { Side } from "./Side";
import { useOnline } from "./useOnline";
import { shellWords } from "./words";

const loadPalette = () => import("./CommandPalette");
const CommandPalette = lazy(loadPalette);
/** Once the page has settled. */
const LOAD_PALETTE_AFTER = 1500;

export interface Section {
  path: string;
  label: string;
  icon: Icon;
  /** How many things wait there. */
  count?: number;
}

export function useSections(): Section[] {
  const words = useWords(shellWords);
  const may = useMay();
  const waiting = useWaiting(may("inbox:work"));
  const all: (Section & { needs: string })[] = [
    { path: "/chat", label: words.chat, icon: IconMessageCircle, needs: "sessions:read" },
    { path: "/inbox", label: words.inbox, icon: IconInbox, needs: "inbox:work", count: waiting },
    { path: "/knowledge", label: words.knowledge, icon: IconBooks, needs: "knowledge:read" },
    { path: "/desk", label: words.desk, icon: IconCalendarEvent, needs: "desk:read" },
    { path: "/operate", label: words.operate, icon: IconGauge, needs: "sessions:read" },
    { path: "/admin", label: words.admin, icon: IconSettings, needs: "users:read" },
  ];
  return all.filter((section) => may(section.needs));
}

export function Frame({ children }: { children: ReactNode }) {
  const words = useWords(shellWords);
  const isPhone = useMediaQuery(PHONE, window.matchMedia(PHONE).matches);
  const online = useOnline();
  const settings = useSettings();
  const color = settings.data ? (settings.data.color ?? null) : undefined;
  useEffect(() => {
    if (color !== undefined) wear(color);
  }, [color]);
  const [palette, setPalette] = useState(false);
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setPalette((open) => !open);
    }
    addEventListener("keydown", onKey);
    // Whoever presses the keys types on at once: what is typed before the palette is there would be lost.
    const timer = setTimeout(() => void loadPalette(), LOAD_PALETTE_AFTER);
    return () => {
      removeEventListener("keydown", onKey);
      clearTimeout(timer);
    };
  }, []);
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#content">
        {words.skip}
      </a>
      {!isPhone && <Side onSearch={() => setPalette(true)} />}
      <div className={classes.main}>
        {!online && (
          <div className={classes.offline} role="status">
            {words.offline}
          </div>
        )}
        <main id="content" className={classes.content} tabIndex={-1}>
          <InCurrency code={settings.data?.currency}>{children}</InCurrency>
        </main>
        {isPhone && <BottomBar />}
      </div>
      {palette && (
        <Suspense>
          <CommandPalette close={() => setPalette(false)} />
        </Suspense>
      )}
    </div>
  );
}

function BottomBar() {
  const words = useWords(shellWords);
  const sections = useSections();
  const [location] = useLocation();
  return (
    <nav className={classes.bar} aria-label={words.sections}>
      {sections.map(({ path, label, icon: SectionIcon, count }) => (
        <UnstyledButton
          key={path}
          component={Link}
          href={path}
          className={classes.tab ?? ""}
          aria-current={location.startsWith(path) ? "page" : undefined}
        >
          <SectionIcon size={21} stroke={1.7} />
          <span>
            {label}
            <Count of={count} />
          </span>
        </UnstyledButton>
      ))}
    </nav>
  );
}
