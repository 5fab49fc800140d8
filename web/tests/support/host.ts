// A page of a business, from a server and an origin of its own.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Host {
  url: string;
  /** What the page has before the end of its body. */
  show: (snippet: string) => void;
  close: () => Promise<void>;
}

/** Tests reach the server at 127.0.0.1: `localhost` is another site, as browsers see it, and has its frames' storage apart. */
export async function startHost(name: string, headers: Record<string, string>): Promise<Host> {
  let snippet = "";
  const server = createServer((request, response) => {
    if (request.url !== "/") return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers });
    response.end(`<!doctype html>
<html lang="es">
  <head><meta name="viewport" content="width=device-width, initial-scale=1"><title>Clínica Sol</title><link rel="icon" href="data:,"></head>
  <body>
    <main><h1>Clínica Sol</h1><p>Sonrisas desde 1998.</p></main>
    ${snippet}
  </body>
</html>`);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${name}:${port}`,
    show: (given) => {
      snippet = given;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
