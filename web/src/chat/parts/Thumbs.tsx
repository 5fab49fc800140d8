import { ActionIcon, Popover, Tooltip } from "@mantine/core";
import { IconThumbDown, IconThumbDownFilled, IconThumbUp, IconThumbUpFilled } from "@tabler/icons-react";
import { lazy, Suspense, useRef, useState } from "react";
import { request } from "../../api/client";
import type { Feedback, FeedbackBody } from "../../api/types";
import { useWords } from "../../i18n/language";
import { useProblemText } from "../../parts/problem";
import { toast } from "../../parts/Toasts";
import { chatWords } from "../words";
import { useOpinion } from "./useOpinion";

const WhatWasWrong = lazy(() => import("./WhatWasWrong"));

export function Thumbs({ session, message }: { session: string; message: string }) {
  const words = useWords(chatWords);
  const told = useProblemText();
  const [given, keep] = useOpinion(session, message);
  const [asking, setAsking] = useState(false);
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
          <Suspense>
            <WhatWasWrong
              send={(reason, comment) => {
                setAsking(false);
                void rate({ rating: "down", reason, comment });
              }}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}
