import { ActionIcon, Kbd, Tooltip, UnstyledButton } from "@mantine/core";
import { IconEdit, IconSearch } from "@tabler/icons-react";
import { Link, useLocation } from "wouter";
import { SessionList } from "../chat/SessionList";
import { useWords } from "../i18n/language";
import { AccountMenu } from "./AccountMenu";
import { Count } from "./Count";
import { useSections } from "./Frame";
import { Brand } from "./Brand";
import classes from "./Side.module.css";
import { shellWords } from "./words";

const IS_MAC = navigator.platform.startsWith("Mac");

export function Side({ onSearch, afterChoice }: { onSearch: () => void; afterChoice?: () => void }) {
  const words = useWords(shellWords);
  const sections = useSections();
  const [location] = useLocation();
  return (
    <aside className={classes.side}>
      <header className={classes.brand}>
        <Brand />
        <Tooltip label={words.newChat}>
          <ActionIcon component={Link} href="/chat" size="lg" aria-label={words.newChat} onClick={() => afterChoice?.()}>
            <IconEdit size={19} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </header>
      <UnstyledButton className={classes.search ?? ""} onClick={onSearch}>
        <IconSearch size={16} />
        <span>{words.palette}</span>
        <Kbd size="xs">{IS_MAC ? "⌘ K" : "Ctrl K"}</Kbd>
      </UnstyledButton>
      <nav aria-label={words.sections} className={classes.sections}>
        {sections.map(({ path, label, icon: SectionIcon, count }) => (
          <UnstyledButton
            key={path}
            component={Link}
            href={path}
            className={classes.section ?? ""}
            aria-current={location.startsWith(path) ? "page" : undefined}
          >
            <SectionIcon size={18} stroke={1.7} />
            {label}
            <Count of={count} />
          </UnstyledButton>
        ))}
      </nav>
      <SessionList afterChoice={afterChoice} />
      <AccountMenu />
    </aside>
  );
}
