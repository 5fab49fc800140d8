// Server-sent events over fetch: unlike EventSource it can carry an API key, sees the status of a refusal,
// and lets the caller decide when to come back.
import { send, type Options } from "./client";

export interface Frame {
  id: string | undefined;
  event: string;
  data: string;
}

/** One frame's fields; `null` for comments, which only keep the connection open. */
export function parseFrame(text: string): Frame | null {
  const frame: Frame = { id: undefined, event: "message", data: "" };
  const data: string[] = [];
  for (const line of text.split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(":");
    if (colon === 0 || line === "") continue;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "id") frame.id = value;
    else if (name === "event") frame.event = value;
    else if (name === "data") data.push(value);
  }
  if (data.length === 0) return null;
  frame.data = data.join("\n");
  return frame;
}

export interface StreamOptions extends Options {
  /** Told whenever anything arrives, heartbeats included. */
  onBytes?: () => void;
}

/** The frames of a stream; ends when the stream does. */
export async function* frames(path: string, { onBytes, ...options }: StreamOptions): AsyncGenerator<Frame> {
  const response = await send("GET", path, { ...options, headers: { accept: "text/event-stream", ...options.headers } });
  if (!response.body || response.status === 204) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let unread = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes?.();
      unread += value;
      const parts = unread.split(/\r?\n\r?\n/);
      unread = parts.pop() ?? "";
      for (const part of parts) {
        const frame = parseFrame(part);
        if (frame) yield frame;
      }
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
