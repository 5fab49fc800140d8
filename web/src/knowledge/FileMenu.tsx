import { ActionIcon, Menu } from "@mantine/core";
import { IconDots, IconDownload, IconFolder, IconRefresh, IconTrash } from "@tabler/icons-react";
import { downloadOf } from "../api/download";
import type { Collection, FileEntry } from "../api/types";
import { useCollectionTitle } from "../api/names";
import { useWords } from "../i18n/language";
import { useConfirm } from "../parts/confirm";
import { useProblemText } from "../parts/problem";
import { toast } from "../parts/Toasts";
import { useFileActions } from "./fileActions";
import { knowledgeWords } from "./words";

interface Props {
  file: FileEntry;
  collections: Collection[];
  mayWrite: boolean;
  afterRemoval?: () => void;
}

export function FileMenu({ file, collections, mayWrite, afterRemoval }: Props) {
  const words = useWords(knowledgeWords);
  const told = useProblemText();
  const actions = useFileActions();
  const [dialog, ask] = useConfirm();
  const titleOf = useCollectionTitle();
  const others = collections.filter((collection) => collection.id !== file.collectionId);
  return (
    <>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <ActionIcon aria-label={words.options(file.fileName)}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconDownload size={16} />}
            onClick={() => downloadOf(`/api/files/${file.id}/content`, file.fileName).catch((error: unknown) => toast(told(error), "problem"))}
          >
            {words.download}
          </Menu.Item>
          {mayWrite && (
            <>
              <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => void actions.reprocess([file])}>
                {words.reprocess}
              </Menu.Item>
              {others.length > 0 && <Menu.Label>{words.move}</Menu.Label>}
              {others.map((collection) => (
                <Menu.Item key={collection.id} leftSection={<IconFolder size={16} />} onClick={() => void actions.move([file], collection.id)}>
                  {titleOf(collection.name)}
                </Menu.Item>
              ))}
              <Menu.Divider />
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={16} />}
                onClick={() =>
                  ask({ title: words.removeTitle(1), text: `${file.fileName} — ${words.removeText}`, yes: words.remove, act: () => actions.remove([file]).then(() => afterRemoval?.()) })
                }
              >
                {words.remove}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  );
}
