import { ActionIcon, Button, Chip, Group, Popover, Stack, Text, Textarea, Tooltip } from "@mantine/core";
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from "@tabler/icons-react";
import { useState } from "react";
import { request } from "../../api/client";
import { useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";
import { chatWords } from "../words";

const REASONS = ["wrong", "incomplete", "source", "tone", "other"] as const;
type Reason = (typeof REASONS)[number];

export function Thumbs({ session, message }: { session: string; message: string }) {
  const words = useWords(chatWords);
  const told = useProblemText();
  const [rating, setRating] = useState<"up" | "down" | null>(null);
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState<Reason | null>(null);
  const [comment, setComment] = useState("");

  async function rate(next: "up" | "down", more: object = {}) {
    try {
      await request("PUT", `/api/chat/sessions/${session}/messages/${message}/feedback`, { body: { rating: next, ...more } });
      setRating(next);
      if (next === "up" || Object.keys(more).length > 0) toast(words.feedbackThanks);
    } catch (error) {
      toast(told(error), "problem");
    }
  }

  return (
    <>
      <Tooltip label={words.thumbUp}>
        <ActionIcon aria-label={words.thumbUp} aria-pressed={rating === "up"} onClick={() => void rate("up")}>
          {rating === "up" ? <IconThumbUpFilled size={16} /> : <IconThumbUp size={16} />}
        </ActionIcon>
      </Tooltip>
      <Popover opened={asking} onChange={setAsking} width={320} position="top" trapFocus returnFocus>
        <Popover.Target>
          <Tooltip label={words.thumbDown}>
            <ActionIcon
              aria-label={words.thumbDown}
              aria-pressed={rating === "down"}
              onClick={() => {
                setAsking(true);
                void rate("down");
              }}
            >
              {rating === "down" ? <IconThumbDownFilled size={16} /> : <IconThumbDown size={16} />}
            </ActionIcon>
          </Tooltip>
        </Popover.Target>
        <Popover.Dropdown>
          <Stack gap="sm">
            <Text fw={580} size="sm">
              {words.feedbackTitle}
            </Text>
            <Chip.Group value={reason ?? ""} onChange={(value) => setReason(value as Reason)}>
              <Group gap={6}>
                {REASONS.map((value) => (
                  <Chip key={value} value={value} size="xs">
                    {words.feedbackReasons[value]}
                  </Chip>
                ))}
              </Group>
            </Chip.Group>
            <Textarea aria-label={words.feedbackComment} placeholder={words.feedbackComment} autosize minRows={2} maxLength={1000} value={comment} onChange={(event) => setComment(event.currentTarget.value)} />
            <Button
              size="xs"
              onClick={() => {
                setAsking(false);
                void rate("down", { ...(reason ? { reason } : {}), ...(comment.trim() ? { comment: comment.trim() } : {}) });
              }}
            >
              {words.feedbackSend}
            </Button>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
