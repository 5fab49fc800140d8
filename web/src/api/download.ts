import { send } from "./client";

/** Saves text or bytes as a file. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Saves what a route answers; by fetch, since a link could not carry an API key. */
export async function downloadOf(path: string, name: string): Promise<void> {
  const response = await send("GET", path);
  save(await response.blob(), name);
}
