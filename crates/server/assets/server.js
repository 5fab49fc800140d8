// Speaking to the server: requests, and server-sent events that answer a request.
import { currentLanguage, word } from "./words.js";

let csrfToken = "";
export const setCsrfToken = (token) => { csrfToken = token ?? ""; };

export class Refusal extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

async function send(method, path, body, signal) {
  const headers = { "accept-language": currentLanguage() };
  if (method !== "GET") headers["x-csrf-token"] = csrfToken;
  if (body !== undefined) headers["content-type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refusal(0, word("unreachable"));
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Refusal(response.status, problem.detail ?? `${response.status}`);
}

export async function request(method, path, body) {
  const response = await send(method, path, body);
  return response.status === 204 ? null : response.json();
}

/** The events of a stream, as `{name, data}`; ends when the stream does. */
export async function* events(method, path, body, signal) {
  const response = await send(method, path, body, signal);
  if (!response.body || response.status === 204) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let unread = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const frames = (unread + value).split("\n\n");
    unread = frames.pop();
    for (const frame of frames) {
      const field = (name) => frame.split("\n").find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      const data = field("data");
      if (data !== undefined) yield { name: field("event"), data: JSON.parse(data) };
    }
  }
}
