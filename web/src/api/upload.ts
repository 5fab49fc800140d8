// Uploads with progress. XMLHttpRequest, since fetch does not tell how much of a body has left.
import { headersOf, Refusal, query } from "./client";
import type { ProblemBody, UploadReply } from "./types";

/** As many as the server takes in one request. */
export const FILES_AT_ONCE = 20;

export function upload(files: File[], collection: string | null, onProgress: (part: number) => void, signal?: AbortSignal): Promise<UploadReply> {
  const form = new FormData();
  for (const file of files) form.append("files", file, file.name);
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open("POST", `/api/files/upload${query({ collection })}`);
    for (const [name, value] of Object.entries(headersOf("POST"))) xhr.setRequestHeader(name, value);
    xhr.responseType = "json";
    xhr.upload.onprogress = (event) => onProgress(event.total > 0 ? event.loaded / event.total : 0);
    xhr.onerror = () => reject(new Refusal(0, "unreachable", ""));
    xhr.onabort = () => reject(new DOMException("aborted", "AbortError"));
    xhr.onload = () => {
      if (xhr.status >= 200 && xhr.status < 300) return resolve(xhr.response as UploadReply);
      const problem = (xhr.response ?? {}) as Partial<ProblemBody>;
      reject(new Refusal(xhr.status, problem.code ?? "unknown", problem.detail ?? `HTTP ${xhr.status}`, problem.traceId));
    };
    signal?.addEventListener("abort", () => xhr.abort());
    xhr.send(form);
  });
}
