import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconDownload, IconLink, IconListDetails, IconPencil, IconPin, IconPinnedOff, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useLocation } from "wouter";
import { request } from "../api/client";
import { downloadOf } from "../api/download";
import { KEYS, useRefresh } from "../api/queries";
import type { Session } from "../api/types";
import { useWords } from "../i18n/language";
import { useConfirm } from "../parts/confirm";
import { useProblemText } from "../parts/problem";
import { toast } from "../parts/Toasts";
import { useIsOn, useMay } from "../shell/account";
import { chatWords } from "./words";

const ShareDialog = lazy(() => import("./ShareDialog"));
const RenameDialog = lazy(() => import("./RenameDialog"));

export type SessionDialog = "share" | "rename";

/** What can be done with a session as a whole; the same in the list and above the conversation. */
export function SessionMenu({ session, className }: { session: Session; className?: string | undefined }) {
  const words = useWords(chatWords);
  const told = useProblemText();
  const may = useMay();
  const mayShare = useIsOn("share_links");
  const refresh = useRefresh();
  const [location, navigate] = useLocation();
  const [dialog, setDialog] = useState<SessionDialog | null>(null);
  const [confirming, ask] = useConfirm();
  const title = session.title ?? words.untitled;
  const isPinned = Boolean(session.pinnedAt);

  async function attempt(act: () => Promise<void>) {
    try {
      await act();
    } catch (error) {
      toast(told(error), "problem");
    }
  }
  async function togglePin() {
    await request("PATCH", `/api/chat/sessions/${session.id}`, { body: { pinned: !isPinned } });
    refresh(KEYS.sessions);
  }
  const remove = () =>
    attempt(async () => {
      await request("DELETE", `/api/chat/sessions/${session.id}`);
      refresh(KEYS.sessions);
      toast(words.removed);
      if (location === `/chat/${session.id}`) navigate("/chat");
    });

  return (
    <>
      <Menu position="bottom-end" width={244}>
        <Menu.Target>
          <ActionIcon size="sm" className={className ?? ""} aria-label={words.optionsOf(title)}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={isPinned ? <IconPinnedOff size={16} /> : <IconPin size={16} />} onClick={() => void attempt(togglePin)}>
            {isPinned ? words.unpin : words.pin}
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDialog("rename")}>
            {words.rename}
          </Menu.Item>
          {mayShare && (
            <Menu.Item leftSection={<IconLink size={16} />} onClick={() => setDialog("share")}>
              {words.share}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void attempt(() => exportSession(session.id, "markdown"))}>
            {words.exportMarkdown}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void attempt(() => exportSession(session.id, "json"))}>
            {words.exportJson}
          </Menu.Item>
          {may("audit:read") && (
            <Menu.Item leftSection={<IconListDetails size={16} />} onClick={() => navigate(`/operate/sessions/${session.id}`)}>
              {words.record}
            </Menu.Item>
          )}
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => ask({ title: words.removeTitle, text: `“${title}” — ${words.removeText}`, yes: words.remove, act: remove })}
          >
            {words.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {confirming}
      <SessionDialogs session={session} open={dialog} close={() => setDialog(null)} />
    </>
  );
}

export function exportSession(id: string, format: "markdown" | "json"): Promise<void> {
  return downloadOf(`/api/chat/sessions/${id}/export?format=${format}`, `${id}.${format === "json" ? "json" : "md"}`);
}

export function SessionDialogs({ session, open, close }: { session: Session; open: SessionDialog | null; close: () => void }) {
  return (
    <Suspense>
      {open === "share" && <ShareDialog session={session.id} close={close} />}
      {open === "rename" && <RenameDialog session={session} close={close} />}
    </Suspense>
  );
}
