import { Button, Checkbox, CloseButton, Progress, Select, Skeleton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconBooks, IconSearch, IconUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Link } from "wouter";
import { useCollections, useFiles } from "../api/queries";
import type { Collection, FileEntry } from "../api/types";
import { useCollectionTitle } from "../api/names";
import { useFormats, useWords } from "../i18n/language";
import { DataTable, type Column } from "../parts/DataTable";
import { Empty, Failure } from "../parts/State";
import { useAddress } from "../parts/useAddress";
import { useDropPlace } from "../parts/useDropPlace";
import { When } from "../parts/When";
import { partsWords } from "../parts/words";
import { useMay } from "../shell/account";
import { BulkBar } from "./BulkBar";
import { Collections } from "./Collections";
import { FileMenu } from "./FileMenu";
import { FileStatus } from "./FileStatus";
import classes from "./FilesView.module.css";
import { useFileNews } from "./useFileNews";
import { useUploads } from "./useUploads";
import { knowledgeWords } from "./words";

const STATUSES = ["completed", "processing", "queued", "failed"] as const;

export function FilesView() {
  const words = useWords(knowledgeWords);
  const parts = useWords(partsWords);
  const may = useMay();
  const mayWrite = may("knowledge:write");
  const [read, write] = useAddress();
  const collection = read("collection") || null;
  const status = read("status") || null;
  const [text, setText] = useState(() => read("name"));
  const [name] = useDebouncedValue(text.trim(), 200);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const picker = useRef<HTMLInputElement>(null);
  const collections = useCollections();
  const files = useFiles({ collection, status, name: name || null });
  const uploads = useUploads(collection);
  const [isDropping, dropPlace] = useDropPlace((given) => void uploads.add(given), mayWrite);
  useFileNews();

  const rows = files.data?.pages.flatMap((page) => page.items) ?? [];
  const selected = rows.filter((file) => chosen.has(file.id));
  const isFiltered = Boolean(collection ?? status) || name !== "";
  const pick = () => picker.current?.click();
  const toggle = (id: string) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });

  const addButton = mayWrite && (
    <Button leftSection={<IconUpload size={16} />} onClick={pick}>
      {words.add}
    </Button>
  );
  return (
    <div className={classes.view} {...dropPlace}>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        data-testid="picker"
        onChange={(event) => {
          void uploads.add([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
      <Collections collections={collections.data ?? []} current={collection} choose={(id) => write({ collection: id ?? "" })} action={addButton} />
      {uploads.batches.map((batch) => (
        <div key={batch.key} className={classes.upload} role="status">
          {words.uploading(batch.count)}
          <Progress value={batch.progress * 100} size="sm" aria-label={words.uploading(batch.count)} />
        </div>
      ))}
      {uploads.refused.length > 0 && (
        <div className={classes.refused} role="alert">
          <strong>{words.refused(uploads.refused.length)}</strong>
          <CloseButton size="sm" aria-label={parts.close} onClick={uploads.dismiss} />
          <ul>
            {uploads.refused.map((file) => (
              <li key={file.key}>
                <b>{file.name}</b>: {file.why}
              </li>
            ))}
          </ul>
        </div>
      )}
      {files.isPending && <Skeleton height={220} radius="lg" />}
      {files.error && <Failure error={files.error} retry={() => void files.refetch()} />}
      {files.data && rows.length === 0 && !isFiltered && (
        <Empty icon={<IconBooks size={26} />} title={words.empty} text={words.emptyText} action={addButton}>
          <p className={classes.hint}>{words.dropHint}</p>
        </Empty>
      )}
      {files.data && (rows.length > 0 || isFiltered) && (
        <FilesTable
          rows={rows}
          chosen={chosen}
          toggle={toggle}
          setChosen={setChosen}
          collections={collections.data ?? []}
          mayWrite={mayWrite}
          toolbar={
            selected.length > 0 ? (
              <BulkBar files={selected} collections={collections.data ?? []} done={() => setChosen(new Set())} />
            ) : (
              <>
                <TextInput
                  size="sm"
                  w={220}
                  leftSection={<IconSearch size={15} />}
                  placeholder={words.filter}
                  aria-label={words.filter}
                  value={text}
                  onChange={(event) => {
                    setText(event.currentTarget.value);
                    write({ name: event.currentTarget.value });
                  }}
                />
                <Select
                  size="sm"
                  w={160}
                  clearable
                  aria-label={words.status}
                  placeholder={words.anyStatus}
                  value={status}
                  onChange={(value) => write({ status: value ?? "" })}
                  data={STATUSES.map((value) => ({ value, label: words.statuses[value] }))}
                  clearButtonProps={{ "aria-label": words.showAll }}
                />
              </>
            )
          }
        />
      )}
      {files.data && rows.length === 0 && isFiltered && (
        <p className={classes.nothing}>
          {words.nothing}{" "}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setText("");
              write({ collection: "", status: "", name: "" });
            }}
          >
            {words.showAll}
          </Button>
        </p>
      )}
      {files.hasNextPage && (
        <Button variant="default" mt="md" loading={files.isFetchingNextPage} onClick={() => void files.fetchNextPage()}>
          {parts.more}
        </Button>
      )}
      {isDropping && <div className={classes.drop}>{words.dropHere}</div>}
    </div>
  );
}

interface TableProps {
  rows: FileEntry[];
  chosen: ReadonlySet<string>;
  toggle: (id: string) => void;
  setChosen: (chosen: ReadonlySet<string>) => void;
  collections: Collection[];
  mayWrite: boolean;
  toolbar: React.ReactNode;
}

function FilesTable({ rows, chosen, toggle, setChosen, collections, mayWrite, toolbar }: TableProps) {
  const words = useWords(knowledgeWords);
  const formats = useFormats();
  const titleOf = useCollectionTitle();
  const nameOf = (id: string) => titleOf(collections.find((collection) => collection.id === id)?.name ?? "");
  const columns: Column<FileEntry>[] = [
    {
      key: "name",
      label: words.document,
      value: (file) => file.fileName,
      show: (file) => (
        <div className={classes.name}>
          <Link href={`/knowledge/files/${file.id}`}>{file.fileName}</Link>
          {file.processingStatus === "failed" && <small>{file.error}</small>}
          {file.processingStatus !== "failed" && file.title && file.title !== file.fileName && <span>{file.title}</span>}
        </div>
      ),
    },
    { key: "status", label: words.status, value: (file) => file.processingStatus, show: (file) => <FileStatus file={file} /> },
    { key: "collection", label: words.collection, value: (file) => nameOf(file.collectionId), isMinor: true },
    { key: "passages", label: words.passages, value: (file) => file.chunkCount, show: (file) => formats.number(file.chunkCount), align: "right", isMinor: true },
    { key: "size", label: words.size, value: (file) => file.size, show: (file) => formats.bytes(file.size), align: "right", isMinor: true },
    { key: "changed", label: words.changed, value: (file) => file.updatedAt, show: (file) => <When at={file.updatedAt} />, isMinor: true },
  ];
  const all = rows.length > 0 && rows.every((file) => chosen.has(file.id));
  const lead = mayWrite
    ? {
        head: <Checkbox size="xs" aria-label={words.selectAll} checked={all} indeterminate={!all && chosen.size > 0} onChange={() => setChosen(all ? new Set() : new Set(rows.map((file) => file.id)))} />,
        cell: (file: FileEntry) => <Checkbox size="xs" aria-label={words.select(file.fileName)} checked={chosen.has(file.id)} onChange={() => toggle(file.id)} />,
      }
    : undefined;
  return (
    <DataTable
      name="documents"
      label={words.files}
      columns={columns}
      rows={rows}
      rowKey={(file) => file.id}
      toolbar={toolbar}
      isSelected={(file) => chosen.has(file.id)}
      actions={(file) => <FileMenu file={file} collections={collections} mayWrite={mayWrite} />}
      {...(lead ? { lead } : {})}
    />
  );
}
