// What a share link opens: a chat to read, for whoever has the link.
import { useQuery } from "@tanstack/react-query";
import { IconLinkOff } from "@tabler/icons-react";
import { get, Refusal } from "../api/client";
import type { Message, SharedSession } from "../api/types";
import { useFormats, useWords } from "../i18n/language";
import { Loading } from "../parts/Loading";
import { Empty, Failure } from "../parts/State";
import { Logo } from "../shell/Logo";
import { Markdown } from "./markdown/Markdown";
import classes from "./SharedPage.module.css";
import { markerOf } from "./sources";
import turnClasses from "./Turn.module.css";
import { chatWords } from "./words";

export default function SharedPage({ token }: { token: string }) {
  const words = useWords(chatWords);
  const formats = useFormats();
  const shared = useQuery({ queryKey: ["shared", token], queryFn: ({ signal }) => get<SharedSession>(`/api/shared/${encodeURIComponent(token)}`, signal) });
  if (shared.isPending) return <Loading height={300} />;
  if (shared.error) {
    const isGone = shared.error instanceof Refusal && [404, 410].includes(shared.error.status);
    if (isGone) return <Empty icon={<IconLinkOff size={26} />} title={words.sharedGone} text={words.sharedGoneText} />;
    return <Failure error={shared.error} retry={() => void shared.refetch()} />;
  }
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <Logo size={32} />
        <div>
          <h1>{shared.data.title ?? words.untitled}</h1>
          <p>{words.sharedNote(formats.day(shared.data.expiresAt))}</p>
        </div>
      </header>
      <div className={classes.column}>
        {shared.data.messages.map((message) => (
          <SharedMessage key={message.id} message={message} />
        ))}
      </div>
    </main>
  );
}

function SharedMessage({ message }: { message: Message }) {
  const words = useWords(chatWords);
  if (message.role === "user") {
    return (
      <div className={turnClasses.mine}>
        <div className={turnClasses.bubble}>{message.content}</div>
      </div>
    );
  }
  return (
    <div className={classes.answer}>
      {(message.operator ?? message.about) && <p className={turnClasses.speaker}>{message.operator ?? words.notice}</p>}
      <Markdown text={message.content} />
      {message.citations.length > 0 && (
        <ol className={classes.sources}>
          {message.citations.map((citation, place) => (
            <li key={place} value={markerOf(citation, place)}>
              <strong>{citation.fileName}</strong>
              {citation.page != null && `, ${words.page(citation.page)}`}
              {citation.quote && <blockquote>{citation.quote}</blockquote>}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
