import { ActionIcon, Button, Chip, Group, Popover, Stack, Text, Textarea, Tooltip } from "@mantine/core";
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { request } from "../../api/client";
import type { Feedback, FeedbackBody, FeedbackReason } from "../../api/types";
import { useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";
import { chatWords } from "../words";
import { useOpinion } from "./useOpinion";

const REASONS: FeedbackReason[] = ["wrong", "incomplete", "source", "tone", "other"];

export function Thumbs({ session, message }: { session: string; message: string }) {
  const words = useWords(chatWords);
  const told = useProblemText();
  const [given, keep] = useOpinion(session, message);
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState<FeedbackReason | null>(null);
  const [comment, setComment] = useState("");
  const queue = useRef(Promise.resolve());
  const rating = given?.rating;
  const path = `/api/chat/sessions/${session}/messages/${message}/feedback`;

  // One after the other: a reason sent at once must not overtake its thumb.
  function attempt(act: () => Promise<void>) {
    queue.current = queue.current.then(act).catch((error: unknown) => toast(told(error), "problem"));
    return queue.current;
  }
  const rate = (body: FeedbackBody) =>
    attempt(async () => {
      keep(await request<Feedback>("PUT", path, { body }));
      if (body.rating === "up" || body.reason || body.comment) toast(words.feedbackThanks);
    });
  const takeBack = () =>
    attempt(async () => {
      await request("DELETE", path);
      keep(null);
    });
  function thumbDown() {
    if (rating === "down") return void takeBack();
    setAsking(true);
    void rate({ rating: "down" });
  }

  return (
    <>
      <Tooltip label={words.thumbUp}>
        <ActionIcon aria-label={words.thumbUp} aria-pressed={rating === "up"} onClick={() => void (rating === "up" ? takeBack() : rate({ rating: "up" }))}>
          {rating === "up" ? <IconThumbUpFilled size={16} /> : <IconThumbUp size={16} />}
        </ActionIcon>
      </Tooltip>
      <Popover opened={asking} onChange={setAsking} width={320} position="top" trapFocus returnFocus>
        <Popover.Target>
          <Tooltip label={words.thumbDown}>
            <ActionIcon
              aria-label={words.thumbDown}
              aria-pressed={rating === "down"}
              onClick={thumbDown}
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
            <Button
              size="xs"
              onClick={() => {
                setAsking(false);
                void rate({ rating: "down", reason, comment: comment.trim() || null });
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
