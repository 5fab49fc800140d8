import { Button, Group, Menu, Text } from "@mantine/core";
import { IconFolder, IconRefresh, IconTrash } from "@tabler/icons-react";
import type { Collection, FileEntry } from "../api/types";
import { useCollectionTitle } from "../api/names";
import { useWords } from "../i18n/language";
import { useConfirm } from "../parts/confirm";
import { useFileActions } from "./fileActions";
import { knowledgeWords } from "./words";

export function BulkBar({ files, collections, done }: { files: FileEntry[]; collections: Collection[]; done: () => void }) {
  const titleOf = useCollectionTitle();
  const words = useWords(knowledgeWords);
  const actions = useFileActions();
  const [dialog, ask] = useConfirm();
  return (
    <Group gap="xs">
      <Text size="sm" fw={580}>
        {words.selected(files.length)}
      </Text>
      <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={15} />} onClick={() => void actions.reprocess(files).then(done)}>
        {words.reprocess}
      </Button>
      {collections.length > 1 && (
        <Menu>
          <Menu.Target>
            <Button size="compact-sm" variant="default" leftSection={<IconFolder size={15} />}>
              {words.move}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {collections.map((collection) => (
              <Menu.Item key={collection.id} onClick={() => void actions.move(files, collection.id).then(done)}>
                {titleOf(collection.name)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconTrash size={15} />}
        onClick={() => ask({ title: words.removeTitle(files.length), text: words.removeText, yes: words.remove, act: () => actions.remove(files).then(done) })}
      >
        {words.remove}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={done}>
        {words.clear}
      </Button>
      {dialog}
    </Group>
  );
}
