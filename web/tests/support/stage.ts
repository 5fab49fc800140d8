// The real program with a scripted model, a shop to act on, and a cable that can be cut.
import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { createServer as createHttp } from "node:http";
import { connect, createServer as createNet, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startFront, type Front } from "./front.ts";
import { SCRIPT } from "./script.ts";

export const PASSWORD = "a long enough password";
export const EMAIL = "demo@localhost";
/** Of a house that is no demo. */
const OWNER = "owner@localhost";

export interface Stage {
  /** Where the page is, behind the cable. */
  url: string;
  ownerLink: string;
  /** With which the owner signs in. */
  email: string;
  /** Of the demo tenant; empty if there is none. */
  apiKey: string;
  /** Where the demo's business can be tried as a customer; empty if there is none. */
  customerLink: string;
  /** The owner's login, for what tests prepare behind the page. */
  owner: Record<string, string>;
  cut: () => void;
  mend: () => Promise<void>;
  /** What the browser sends piles up until it is let go. */
  hold: () => void;
  letGo: () => void;
  stop: () => Promise<void>;
}

export interface StageOptions {
  /** Without one, documents answer by themselves. */
  scripted?: boolean;
  approvalMinutes?: number;
  /** Leaves the owner link for the test to use. */
  keepLink?: boolean;
  /** Compares meaning too; its weights take a while to load. */
  embedding?: boolean;
  /** Of those that come with the program; their documents are in the demo tenant. */
  packs?: string[];
  /** Not so, whoever signs in owns the installation itself, as after a plain `serve`. */
  demo?: boolean;
  /** Another assistant, who takes orders at the front desk. */
  kitchen?: boolean;
  /** Places of the own network where MCP servers may be: `127.0.0.1:8484`. */
  mcpPrivate?: string[];
}

export async function startStage(options: StageOptions = {}): Promise<Stage> {
  const program = process.env.CONSERJE_BIN;
  if (!program) throw new Error("CONSERJE_BIN is not set; name the built server");
  const folder = await mkdtemp(join(tmpdir(), "conserje-page-"));
  const shop = await startShop();
  const port = await freePort();
  const config = join(folder, "conserje.toml");
  await writeFile(config, await configOf(folder, shop.port, options));
  // As `make run` does it, but where nobody else is.
  const packs = options.packs ? ["--packs", options.packs.join(",")] : [];
  const place = ["--config", config, "--data", join(folder, "data"), "--listen", `127.0.0.1:${port}`];
  const server = spawn(program, ["serve", ...(options.demo === false ? [] : ["--demo"]), ...packs, "--json", ...place]);
  const announced = await untilReady(server);
  const direct = announced.url;
  // The page inside the program is what is tested, unless it has none or `CONSERJE_PAGE=dist` asks for the last build:
  // then a stand-in serves that.
  const isInside = process.env.CONSERJE_PAGE !== "dist" && (await (await fetch(direct)).text()).includes('id="root"');
  const front: Front | null = isInside ? null : await startFront(direct);
  const cable = await startCable(Number(new URL(front?.url ?? direct).port));
  const url = `http://127.0.0.1:${cable.port}`;
  const behind = (link: string | null) => link?.replace(direct, url) ?? "";
  const token = new URL(announced.owner_link).hash.slice(1);
  return {
    url,
    ownerLink: behind(announced.owner_link),
    customerLink: behind(announced.customer_link),
    owner: options.keepLink ? {} : await redeemed(direct, token),
    email: options.demo === false ? OWNER : EMAIL,
    apiKey: announced.demo_api_key ?? "",
    cut: cable.cut,
    mend: cable.mend,
    hold: cable.hold,
    letGo: cable.letGo,
    async stop() {
      cable.cut();
      await front?.close();
      shop.close();
      server.kill("SIGTERM");
      await new Promise((done) => server.once("exit", done));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function redeemed(url: string, token: string): Promise<Record<string, string>> {
  const reply = await fetch(`${url}/api/auth/link`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, password: PASSWORD }),
  });
  if (!reply.ok) throw new Error(`the owner link was refused: ${await reply.text()}`);
  const { csrfToken } = (await reply.json()) as { csrfToken: string };
  return { cookie: reply.headers.get("set-cookie")?.split(";")[0] ?? "", "x-csrf-token": csrfToken };
}

async function configOf(folder: string, shopPort: number, { scripted = true, approvalMinutes = 30, embedding = false, kitchen = false, mcpPrivate = [] }: StageOptions): Promise<string> {
  const lines = ["[documents]", "workers = 1", "[conversation]", `approvals_expire_after_minutes = ${approvalMinutes}`, "[log]", 'filter = "warn"'];
  if (!embedding) lines.push("[embedding]", "folders = []");
  if (mcpPrivate.length > 0) lines.push("[mcp]", `external_private = ${JSON.stringify(mcpPrivate)}`);
  if (!scripted) return lines.join("\n");
  const script = join(folder, "script.json");
  await writeFile(script, JSON.stringify(SCRIPT));
  const pack = join(folder, "pack");
  await mkdir(pack);
  await writeFile(join(pack, "pack.toml"), packOf(`127.0.0.1:${shopPort}`, kitchen));
  return [...lines, "[testing]", `script = ${JSON.stringify(script)}`, "[packs]", `folders = [${JSON.stringify(pack)}]`].join("\n");
}

const KITCHEN = `
[[agents]]
name = "kitchen"
title = { es = "cocina", en = "kitchen" }
description = "Orders from the menu"
prompt = "You take orders."
approvals = "never"
tools = ["create_order", "update_lead_info"]
`;

function packOf(address: string, kitchen: boolean): string {
  const properties = (names: string[]) => names.map((name) => `${name} = { type = "string" }`).join(", ");
  const tool = (name: string, method: string, path: string, risk: string, names: string[]) => `
[[tools]]
name = "${name}"
description = "${name}"
method = "${method}"
url = "http://${address}${path}"
risk = "${risk}"
${method === "POST" ? 'body = "json"\nhonours_idempotency_key = true' : ""}
parameters = { type = "object", properties = { ${properties(names)} }, required = [${names.map((name) => `"${name}"`).join(", ")}], additionalProperties = false }
`;
  return `
name = "clinic"
[assistant]
title = { es = "Clínica", en = "Clinic" }
description = { es = "Citas y facturas de la clínica", en = "Appointments and invoices of the clinic" }
picture = "🦷"
serves = ["members"]
[assistant.examples]
es = ["¿Qué huecos hay el martes?"]
en = ["What times are free on Tuesday?"]
# The guard lets these pass, so that tests see what the page does with them.
[guard]
allowed_hosts = ["evil.example", "example.org"]
[egress]
allow_private = ["${address}"]
[[agents]]
name = "reception"
title = { es = "recepción", en = "reception" }
description = "Appointments, prices and opening hours"
prompt = "You are the reception of a dental clinic."
tools = ["todo", "handoff", "search_knowledge_base", "check_calendar", "create_appointment", "escalate_to_human"]
[[agents]]
name = "billing"
title = { es = "facturas", en = "billing" }
description = "Invoices and payments"
prompt = "You answer about invoices."
tools = ["todo", "search_knowledge_base"]
${kitchen ? KITCHEN : ""}
${tool("check_calendar", "GET", "/calendar/{day}", "read", ["day"])}
${tool("create_appointment", "POST", "/appointments", "write", ["day", "hour", "service", "doctor"])}
`;
}

async function startShop(): Promise<{ port: number; close: () => void }> {
  const shop = createHttp((request, response) => {
    request.resume();
    const body = request.method === "POST" ? { appointment: "A-1042" } : { free: ["16:00", "17:00", "18:30"] };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((ready) => shop.listen(0, "127.0.0.1", ready));
  return { port: (shop.address() as AddressInfo).port, close: () => shop.close() };
}

async function freePort(): Promise<number> {
  const probe = createNet();
  await new Promise<void>((ready) => probe.listen(0, "127.0.0.1", ready));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

/** What it prints once it listens. */
interface Announced {
  url: string;
  owner_link: string;
  customer_link: string | null;
  demo_api_key: string | null;
}

function untilReady(server: ChildProcess): Promise<Announced> {
  return new Promise((resolve, reject) => {
    let printed = "";
    let logged = "";
    server.stdout?.on("data", (data: Buffer) => {
      printed += data.toString();
      const line = printed.split("\n").find((one) => one.startsWith("{") && one.endsWith("}"));
      if (line) resolve(JSON.parse(line) as Announced);
    });
    server.stderr?.on("data", (data: Buffer) => (logged += data.toString()));
    server.once("exit", (code) => reject(new Error(`the server ended with ${code}: ${printed}${logged}`)));
  });
}

/** Bytes in both directions, until it is cut. */
async function startCable(target: number): Promise<{ port: number } & Pick<Stage, "cut" | "mend" | "hold" | "letGo">> {
  const open = new Map<Socket, Socket>();
  let isHeld = false;
  const make = () =>
    createNet((near) => {
      const far = connect(target, "127.0.0.1");
      open.set(near, far);
      far.pipe(near);
      if (!isHeld) near.pipe(far);
      near.on("error", () => far.destroy());
      far.on("error", () => near.destroy());
      far.on("close", () => near.destroy());
      near.on("close", () => {
        open.delete(near);
        far.destroy();
      });
    });
  const listen = (cable: Server, port: number) => new Promise<void>((ready) => cable.listen(port, "127.0.0.1", ready));
  let cable = make();
  await listen(cable, 0);
  const { port } = cable.address() as AddressInfo;
  return {
    port,
    cut() {
      cable.close();
      open.forEach((far, near) => [near, far].forEach((socket) => socket.destroy()));
    },
    async mend() {
      cable = make();
      await listen(cable, port);
    },
    hold() {
      isHeld = true;
      open.forEach((far, near) => near.unpipe(far).pause());
    },
    letGo() {
      isHeld = false;
      open.forEach((far, near) => near.pipe(far));
    },
  };
}
