import { Avatar, Menu, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { IconApi, IconCheck, IconDeviceDesktop, IconKeyboard, IconListCheck, IconLock, IconLogout, IconLogout2, IconMoon, IconSelector, IconSun } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Link } from "wouter";
import { hasApiKey, holdApiKey, post } from "../api/client";
import { useLanguage, useWords } from "../i18n/language";
import { LANGUAGES } from "../i18n/words";
import { useConfirm } from "../parts/confirm";
import { useProblemText } from "../parts/problem";
import { toast } from "../parts/Toasts";
import { useAccount, useMay } from "./account";
import classes from "./AccountMenu.module.css";
import { shellWords } from "./words";

const PasswordDialog = lazy(() => import("./PasswordDialog"));
const Shortcuts = lazy(() => import("./Shortcuts"));

export function AccountMenu({ compact = false }: { compact?: boolean }) {
  const words = useWords(shellWords);
  const { language, choose } = useLanguage();
  // Switching them off for a moment would need an inline style element.
  const { colorScheme, setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const account = useAccount();
  const may = useMay();
  const told = useProblemText();
  const queries = useQueryClient();
  const [dialog, ask] = useConfirm();
  const [open, setOpen] = useState<"shortcuts" | "password" | null>(null);

  async function leave(path: string) {
    try {
      await post(path);
    } catch (error) {
      toast(told(error), "problem");
      return;
    }
    holdApiKey(null);
    queries.clear();
    location.assign("/chat");
  }

  const schemes: { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
    { value: "light", label: words.light, icon: IconSun },
    { value: "dark", label: words.dark, icon: IconMoon },
    { value: "auto", label: words.auto, icon: IconDeviceDesktop },
  ];
  const languages = { es: words.spanish, en: words.english };
  const initial = (account.user.name || account.user.email).charAt(0).toUpperCase();
  return (
    <>
      <Menu position="top-start" width={250}>
        <Menu.Target>
          <UnstyledButton className={classes.target ?? ""} aria-label={words.account} data-compact={compact || undefined}>
            <Avatar size={30} radius="xl" color="teal" variant="filled">
              {initial}
            </Avatar>
            {!compact && (
              <>
                <span className={classes.who}>
                  <span>{account.user.name}</span>
                  <small>{account.tenantName}</small>
                </span>
                <IconSelector size={16} />
              </>
            )}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{account.user.email}</Menu.Label>
          <Menu.Label>{words.appearance}</Menu.Label>
          {schemes.map(({ value, label, icon: SchemeIcon }) => (
            <Menu.Item
              key={value}
              leftSection={<SchemeIcon size={16} />}
              rightSection={value === colorScheme ? <IconCheck size={15} /> : null}
              onClick={() => setColorScheme(value)}
              closeMenuOnClick={false}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Label>{words.language}</Menu.Label>
          {LANGUAGES.map((other) => (
            <Menu.Item
              key={other}
              lang={other}
              rightSection={other === language ? <IconCheck size={15} /> : null}
              onClick={() => choose(other)}
              closeMenuOnClick={false}
            >
              {languages[other]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          {may("users:manage") && (
            <Menu.Item component={Link} href="/admin/first-steps" leftSection={<IconListCheck size={16} />}>
              {words.firstSteps}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => setOpen("shortcuts")}>
            {words.shortcuts}
          </Menu.Item>
          <Menu.Item component="a" href="/docs/" leftSection={<IconApi size={16} />}>
            {words.apiDocs}
          </Menu.Item>
          <Menu.Divider />
          {/* With a key there is no login whose password it could be. */}
          {may("account:manage") && !hasApiKey() && (
            <Menu.Item leftSection={<IconLock size={16} />} onClick={() => setOpen("password")}>
              {words.changePassword}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave("/api/auth/logout")}>
            {words.signOut}
          </Menu.Item>
          {may("account:manage") && (
            <Menu.Item
              leftSection={<IconLogout2 size={16} />}
              onClick={() =>
                ask({
                  title: words.signOutEverywhere,
                  text: words.signOutEverywhereText,
                  yes: words.signOutEverywhere,
                  act: () => leave("/api/auth/logout-everywhere"),
                })
              }
            >
              {words.signOutEverywhere}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog}
      <Suspense>
        {open === "shortcuts" && <Shortcuts close={() => setOpen(null)} />}
        {open === "password" && <PasswordDialog close={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
