// Serves the built page in front of a server that does not have it inside, the way the server itself does: the same
// files, the same policy, everything else handed on.
import { readFile } from "node:fs/promises";
import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname } from "node:path";

const DIST = new URL("../../dist/", import.meta.url);
const KINDS: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** What the page needs, and nothing more. */
export const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

const OURS = /^\/($|assets\/|widget\.js$|chat|inbox|knowledge|desk|operate|admin|shared|welcome|sign-in)/;

export interface Front {
  url: string;
  close: () => Promise<void>;
}

export async function startFront(server: string): Promise<Front> {
  const front: Server = createServer((incoming, outgoing) => {
    const path = new URL(incoming.url ?? "/", "http://page").pathname;
    if (OURS.test(path)) void serve(path, outgoing);
    else if (path.startsWith("/widget/")) void serveWidget(server, path, outgoing);
    else handOn(server, incoming, outgoing);
  });
  await new Promise<void>((ready) => front.listen(0, "127.0.0.1", ready));
  const { port } = front.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((done) => {
        front.closeAllConnections();
        front.close(() => done());
      }),
  };
}

async function serve(path: string, outgoing: ServerResponse): Promise<void> {
  const name = path.startsWith("/assets/") || path === "/widget.js" ? path.slice(1) : "index.html";
  try {
    const content = await readFile(new URL(name, DIST));
    outgoing.writeHead(200, {
      "content-type": KINDS[extname(name)] ?? "application/octet-stream",
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      ...(name === "widget.js" ? { "cross-origin-resource-policy": "cross-origin" } : {}),
    });
    outgoing.end(content);
  } catch {
    outgoing.writeHead(404).end();
  }
}

/** Who may show it is the server's to say. */
async function serveWidget(server: string, path: string, outgoing: ServerResponse): Promise<void> {
  const reply = await fetch(new URL(path, server));
  const headers = [...reply.headers].filter(([name]) => !["content-length", "content-encoding", "transfer-encoding", "connection"].includes(name));
  outgoing.writeHead(reply.status, Object.fromEntries(headers));
  outgoing.end(reply.ok ? await readFile(new URL("widget.html", DIST)) : await reply.text());
}

function handOn(server: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const onward = ask(new URL(incoming.url ?? "/", server), { method: incoming.method, headers: incoming.headers }, (reply) => {
    outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.pipe(outgoing);
  });
  onward.on("error", () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()));
  outgoing.on("close", () => onward.destroy());
  incoming.pipe(onward);
}
