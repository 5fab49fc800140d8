import "../theme/more.css";
import { ActionIcon, Button, Group, Modal, SegmentedControl, Skeleton, Stack, Text, TextInput, Tooltip } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { IconLinkOff } from "@tabler/icons-react";
import { useState } from "react";
import { get, post, request } from "../api/client";
import type { CreatedShare, Paged, Share } from "../api/types";
import { useFormats, useWords } from "../i18n/language";
import { CopyButton } from "../parts/CopyButton";
import { useProblemText } from "../parts/problem";
import { partsWords } from "../parts/words";
import { chatWords } from "./words";

const HOURS = { day: 24, week: 24 * 7, month: 24 * 30 };
type Period = keyof typeof HOURS;

export default function ShareDialog({ session, close }: { session: string; close: () => void }) {
  const words = useWords(chatWords);
  const parts = useWords(partsWords);
  const formats = useFormats();
  const told = useProblemText();
  const [period, setPeriod] = useState<Period>("week");
  const path = `/api/chat/sessions/${session}/shares`;
  const shares = useQuery({ queryKey: ["shares", session], queryFn: ({ signal }) => get<Paged<Share>>(path, signal) });
  const making = useMutation({
    mutationFn: () => post<CreatedShare>(path, { expiresInHours: HOURS[period] }),
    onSuccess: () => void shares.refetch(),
  });
  const ending = useMutation({
    mutationFn: (id: string) => request("DELETE", `${path}/${id}`),
    onSuccess: () => void shares.refetch(),
  });
  const link = making.data?.url ?? null;
  const problem = making.error ?? ending.error ?? shares.error;
  return (
    <Modal opened onClose={close} title={words.shareTitle} size="lg" closeButtonProps={{ "aria-label": parts.close }}>
      <Stack>
        <Text c="dimmed">{words.shareText}</Text>
        {link ? (
          <div>
            <Text size="sm" mb={6}>
              {words.shareMade}
            </Text>
            <TextInput readOnly value={link} aria-label={words.shareTitle} rightSection={<CopyButton text={link} />} onFocus={(event) => event.currentTarget.select()} data-autofocus />
          </div>
        ) : (
          <Group justify="space-between">
            <SegmentedControl
              aria-label={words.shareFor}
              value={period}
              onChange={(value) => setPeriod(value as Period)}
              data={(Object.keys(HOURS) as Period[]).map((value) => ({ value, label: words.shareHours[value] }))}
            />
            <Button onClick={() => making.mutate()} loading={making.isPending} data-autofocus>
              {words.shareMake}
            </Button>
          </Group>
        )}
        {problem && (
          <Text role="alert" c="red">
            {told(problem)}
          </Text>
        )}
        <div>
          <Text fw={580} size="sm" mb={4}>
            {words.shareLinks}
          </Text>
          {shares.isPending && <Skeleton height={20} />}
          {shares.data?.items.length === 0 && (
            <Text size="sm" c="dimmed">
              {words.shareNone}
            </Text>
          )}
          {shares.data?.items.map((share) => (
            <Group key={share.id} justify="space-between" py={4}>
              <Text size="sm">{words.shareUntil(formats.day(share.expiresAt))}</Text>
              <Tooltip label={words.shareRevoke}>
                <ActionIcon aria-label={words.shareRevoke} onClick={() => ending.mutate(share.id)}>
                  <IconLinkOff size={16} />
                </ActionIcon>
              </Tooltip>
            </Group>
          ))}
        </div>
      </Stack>
    </Modal>
  );
}
