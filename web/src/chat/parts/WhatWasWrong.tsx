// Asked for after a thumb down; few people get to see it.
import "../../theme/more.css";
import { Button, Chip, Group, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import type { FeedbackReason } from "../../api/types";
import { useWords } from "../../i18n/language";
import { chatWords } from "../words";

const REASONS: FeedbackReason[] = ["wrong", "incomplete", "source", "tone", "other"];

export default function WhatWasWrong({ send }: { send: (reason: FeedbackReason | null, comment: string | null) => void }) {
  const words = useWords(chatWords);
  const [reason, setReason] = useState<FeedbackReason | null>(null);
  const [comment, setComment] = useState("");
  return (
    <Stack gap="sm">
      <Text fw={580} size="sm">
        {words.feedbackTitle}
      </Text>
      <Chip.Group value={reason ?? ""} onChange={(value) => setReason(value as FeedbackReason)}>
        <Group gap={6}>
          {REASONS.map((value) => (
            <Chip key={value} value={value} size="xs">
              {words.feedbackReasons[value]}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Textarea aria-label={words.feedbackComment} placeholder={words.feedbackComment} autosize minRows={2} maxLength={1000} value={comment} onChange={(event) => setComment(event.currentTarget.value)} />
      <Button size="xs" onClick={() => send(reason, comment.trim() || null)}>
        {words.feedbackSend}
      </Button>
    </Stack>
  );
}
