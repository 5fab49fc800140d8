import { ActionIcon, Menu } from "@mantine/core";
import { IconCopy, IconDots, IconDownload, IconTrash } from "@tabler/icons-react";
import { downloadOf } from "../../../api/download";
import { useWords } from "../../../i18n/language";
import { useConfirm } from "../../../parts/confirm";
import { useProblemText } from "../../../parts/problem";
import { toast } from "../../../parts/Toasts";
import type { Own } from "../own";
import { ownWords } from "./words";
import { pathOf, useRemove } from "../useOwn";

interface Props {
  own: Pick<Own, "name" | "draft" | "live">;
  title: string;
  copy: () => void;
  /** After it was deleted, or its draft was thrown away. */
  removed?: (what: "all" | "draft") => void;
}

/** What can be done with an assistant besides editing it. */
export function OwnMenu({ own, title, copy, removed }: Props) {
  const words = useWords(ownWords);
  const told = useProblemText();
  const [dialog, ask] = useConfirm();
  const removing = useRemove();
  const remove = (what: "all" | "draft") =>
    removing.mutate(
      { name: own.name, what },
      {
        onSuccess() {
          toast(what === "all" ? words.deleted(title) : words.thrownAway);
          removed?.(what);
        },
      },
    );
  const takeAlong = () => downloadOf(`${pathOf(own.name)}/export`, `${own.name}.zip`).catch((error: unknown) => toast(told(error), "problem"));
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <ActionIcon size="lg" aria-label={words.moreOf(title)}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={copy}>
            {words.copy}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={16} />} onClick={() => void takeAlong()}>
            {words.export}
          </Menu.Item>
          <Menu.Divider />
          {own.draft && own.live && (
            <Menu.Item leftSection={<IconTrash size={16} />} onClick={() => ask({ title: words.throwTitle, text: words.throwText, yes: words.throwAway, act: () => remove("draft") })}>
              {words.throwAway}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => ask({ title: words.deleteTitle(title), text: own.live ? words.deleteText : words.deleteDraftText, yes: words.delete, act: () => remove("all") })}
          >
            {words.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
