// The first ten minutes of somebody new, on the program as `make run` starts it: no model, everything that is asked is
// answered rightly, in both languages. Questions are judged one by one, so that a run lists every wrong answer.
import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, FrameLocator, Locator, Page } from "@playwright/test";
import { PASSWORD, startStage, type Stage } from "./support/stage.ts";
import { ask, expect, READ, signIn, test, watch } from "./support/test.ts";

const PACKS = ["docs", "legal", "erp", "frontdesk"];
const EMERGENCY = "911";

interface Wanted {
  says: RegExp;
  /** Answers that stand in no document cite none. */
  cites?: RegExp;
}

interface Tongue {
  locale: string;
  customerLocale: string;
  page: {
    password: string;
    enter: string;
    examples: string;
    newChat: string;
    picker: RegExp;
    knowledge: string;
    ready: string;
    source: string;
    details: string;
    calendar: string;
  };
  /** What a right answer to each example shows. */
  examples: Record<string, Wanted>;
  titles: { docs: RegExp; legal: RegExp; erp: RegExp };
  prices: { name: string; text: string; questions: [question: string, figure: RegExp][] };
  widget: { open: string; message: string; send: string; log: string };
  booking: { service: string; branch: string; day: (date: Date) => string; time: (hour: string) => string; yes: string };
  asks: { branch: RegExp; day: RegExp; time: RegExp; name: RegExp; confirm: RegExp; done: RegExp };
  emergency: { says: string; help: RegExp };
  nothing: { asks: string; says: RegExp };
  thanks: { says: string; answer: RegExp };
}

const EVERY_TABLE = /Roles and permissions[\s\S]*Order statuses[\s\S]*Connected systems[\s\S]*Error codes/;
const SPECIFICATION = /functional-specification\.md/;
const STATUTE = /estatuto-de-los-trabajadores\.md/;
const CUSTOMER = /Business Central API v2\.0 · customer/;

const ES: Tongue = {
  locale: "es-ES",
  customerLocale: "es-MX",
  page: {
    password: "Contraseña",
    enter: "Guardar contraseña y entrar",
    examples: "Ejemplos",
    newChat: "Nuevo chat",
    picker: /^Elegir un asistente/,
    knowledge: "Conocimiento",
    ready: "Listo",
    source: "Fuente",
    details: "Tokens y tiempo",
    calendar: "Calendario",
  },
  examples: {
    "¿De qué tratan mis documentos?": { says: /\d+ documentos[\s\S]*Preparar la visita/ },
    "¿Qué tablas hay en el documento funcional?": { says: EVERY_TABLE, cites: SPECIFICATION },
    "¿Cuántos días de vacaciones tengo?": { says: /(30|treinta) días naturales/, cites: STATUTE },
    "artículo 48 del ET": { says: /Artículo 48\. Suspensión con reserva de puesto de trabajo/, cites: STATUTE },
    "¿Me pueden despedir estando de baja?": { says: /de baja médica[\s\S]*nulo/, cites: /ley-de-igualdad-de-trato\.md/ },
    "¿Qué campos tiene un cliente en Business Central?": { says: /obligatorio displayName/, cites: CUSTOMER },
    "¿Cómo se relacionan pedidos y facturas de venta?": { says: /salesInvoice\.orderId/, cites: /salesOrder/ },
    "Quiero una cita para mañana por la tarde": { says: /Limpieza dental[\s\S]*¿Qué servicio (le|te) interesa\?/ },
    "¿A qué hora abren los sábados?": { says: /abrimos de 0?9:00 a 14:00[\s\S]*abrimos de 10:00 a 19:00/ },
  },
  titles: { docs: /^Documentos$/, legal: /^Laboral y Seguridad Social/, erp: /^Business Central · entidades/ },
  prices: {
    name: "tarifas-taller.md",
    text: `# Taller Ruiz: tarifas

| Servicio | Precio |
| --- | --- |
| Cambio de aceite con filtro | 59 € |
| Pastillas de freno delanteras | 124 € |
| Recarga del aire acondicionado | 75 € |
| Revisión antes de la ITV | 36 € |

Los precios incluyen el IVA.

## Horario

El taller abre de lunes a viernes de 8:30 a 19:00 y los sábados de 9:30 a 13:00.

## Condiciones

Las reparaciones tienen una garantía de 18 meses. El coche de sustitución cuesta 22 € al día.
`,
    questions: [
      ["¿Cuánto cuesta el cambio de aceite?", /59 (€|euros)/],
      ["¿Qué precio tienen las pastillas de freno?", /124 (€|euros)/],
      ["cuanto vale recargar el aire acondicionado", /75 (€|euros)/],
      ["¿A qué hora abre el taller los sábados?", /sábados[^.]* 9:30/],
      ["¿Qué garantía tienen las reparaciones?", /18 meses/],
      ["¿Cuánto cuesta al día el coche de sustitución?", /22 (€|euros)/],
    ],
  },
  widget: { open: "Abrir el chat", message: "Escriba un mensaje", send: "Enviar", log: "Conversación" },
  booking: {
    service: "Quiero una cita para limpieza dental",
    branch: "en el centro",
    day: (date) => `el ${date.toLocaleDateString("es-MX", { day: "numeric", month: "long", timeZone: "UTC" })}`,
    time: (hour) => `a las ${hour}`,
    yes: "sí, por favor",
  },
  asks: { branch: /En qué sucursal/, day: /Qué día/, time: /A qué hora/, name: /A nombre de quién/, confirm: /Confirmo la reserva/, done: /Queda confirmado/ },
  emergency: { says: "Me duele el pecho y no puedo respirar", help: /Llam[ae] ahora al 911/ },
  nothing: { asks: "¿Cuál es la capital de Mongolia?", says: /no (he encontrado|encuentro|está)[\s\S]*Puedes? preguntarme[\s\S]*\?/i },
  thanks: { says: "gracias", answer: /de nada|un placer|a (ti|usted)/i },
};

const EN: Tongue = {
  locale: "en-GB",
  customerLocale: "en-US",
  page: {
    password: "Password",
    enter: "Set password and sign in",
    examples: "Examples",
    newChat: "New chat",
    picker: /^Choose an assistant/,
    knowledge: "Knowledge",
    ready: "Ready",
    source: "Source",
    details: "Tokens and time",
    calendar: "Calendar",
  },
  examples: {
    "What are my documents about?": { says: /\d+ documents[\s\S]*Preparing for a visit/ },
    "What tables are in the functional document?": { says: EVERY_TABLE, cites: SPECIFICATION },
    // The laws are in Spanish, and without a model they are quoted as they stand.
    "How many days of holiday am I entitled to in Spain?": { says: /30 días naturales/, cites: STATUTE },
    "Article 48 of the Workers' Statute": { says: /Art[íi]c(ulo|le) 48\b[\s\S]*(reserva|reserved)/, cites: STATUTE },
    "What fields does a customer have in Business Central?": { says: /required displayName/, cites: CUSTOMER },
    "How are sales orders and sales invoices related?": { says: /salesInvoice\.orderId/, cites: /salesOrder/ },
    "I'd like an appointment tomorrow afternoon": { says: /Dental cleaning[\s\S]*Which service would you like\?/ },
    "What time do you open on Saturdays?": { says: /open from 0?9:00 to 14:00[\s\S]*open from 10:00 to 19:00/ },
  },
  titles: { docs: /^Documents$/, legal: /^Labour law \(Spain\)/, erp: /^Business Central · entities/ },
  prices: {
    name: "garage-prices.md",
    text: `# Miller's Garage: price list

| Service | Price |
| --- | --- |
| Oil change with filter | 61 € |
| Front brake pads | 127 € |
| Air conditioning refill | 79 € |
| Pre-inspection check | 38 € |

Prices include tax.

## Opening hours

The garage opens Monday to Friday from 8:15 to 18:45, and on Saturdays from 9:45 to 12:30.

## Terms

Repairs are guaranteed for 15 months. A courtesy car costs 24 € per day.
`,
    questions: [
      ["How much is an oil change?", /61 (€|euros)/],
      ["What do front brake pads cost?", /127 (€|euros)/],
      ["how much to refill the air conditioning", /79 (€|euros)/],
      ["What time does the garage open on Saturdays?", /Saturdays[^.]* 9:45/],
      ["How long are repairs guaranteed?", /15 months/],
      ["What does a courtesy car cost per day?", /24 (€|euros)/],
    ],
  },
  widget: { open: "Open chat", message: "Write a message", send: "Send", log: "Conversation" },
  booking: {
    service: "I'd like an appointment for a dental cleaning",
    branch: "downtown",
    day: (date) => `on ${date.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" })}`,
    time: (hour) => `at ${hour}`,
    yes: "yes please",
  },
  asks: { branch: /At which branch/, day: /Which day/, time: /What time/, name: /What name/, confirm: /Shall I book it/, done: /It is confirmed/ },
  emergency: { says: "My chest hurts and I can't breathe", help: /Call 911 now/ },
  nothing: { asks: "What is the capital of Mongolia?", says: /(did not find|is not here)[\s\S]*You can ask me[\s\S]*\?/i },
  thanks: { says: "thanks", answer: /you're welcome|my pleasure/i },
};

/** From the README, which gives them in these languages to everybody. */
const README: [question: string, answer: Wanted, assistant: keyof Tongue["titles"]][] = [
  ["¿Cuántos días de vacaciones tengo?", { says: /(30|treinta) días naturales/, cites: STATUTE }, "legal"],
  ["artículo 48 del ET", { says: /Artículo 48\. Suspensión/, cites: STATUTE }, "legal"],
  ["¿Qué campos tiene un cliente en Business Central?", { says: /displayName/, cites: CUSTOMER }, "erp"],
  ["What tables are in the functional document?", { says: EVERY_TABLE, cites: SPECIFICATION }, "docs"],
];

/** What nobody reads as an answer: refusals, an operator's words, tags, half sentences. */
const REFUSAL = /no (he encontrado|puedo responder|hay ningún documento llamado|tengo (un )?precio)|(did not find|cannot answer|no document called|have no price)/i;
const SETUP = /\bmodelo\b|language model|proveedor|provider|configur/i;
const UNREADABLE = /<\/?\w+[_>]|\.\.\.(\s|$)/;

function knowledge(): number {
  const folder = (pack: string) => join(import.meta.dirname, "../../packs", pack, "knowledge");
  return PACKS.flatMap((pack) => readdirSync(folder(pack), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
}

/** The words of an answer, without its sources and tools. */
function wordsOf(answer: Locator): Promise<string> {
  return answer.evaluate((element) => {
    const copy = element.cloneNode(true) as Element;
    copy.querySelectorAll("ul[aria-label], details, button").forEach((part) => part.remove());
    return copy.textContent;
  });
}

for (const [language, tongue] of [["in Spanish", ES], ["in English", EN]] as const) {
  test.describe(language, () => {
    // One server, in order; a point that fails does not keep the others from being tried.
    test.describe.configure({ mode: "default" });
    test.use({ locale: tongue.locale });

    const { page: words } = tongue;
    let stage: Stage;
    let isEntered = false;

    test.beforeAll(async () => {
      stage = await startStage({ scripted: false, embedding: true, packs: PACKS, keepLink: true });
      isEntered = false;
    });
    test.afterAll(() => stage.stop());

    /** The owner, whom the link lets in once; with all documents read. */
    async function owner(page: Page): Promise<void> {
      if (isEntered) {
        await signIn(page, stage);
      } else {
        await page.goto(stage.ownerLink);
        await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
        await page.getByRole("button", { name: words.enter }).click();
        await expect(page).toHaveURL(/\/chat/);
        isEntered = true;
      }
      const read = async () => {
        const reply = await page.request.get(`${stage.url}/api/files?limit=200&status=completed`);
        return ((await reply.json()) as { items: unknown[] }).items.length;
      };
      await expect.poll(read, READ).toBeGreaterThanOrEqual(knowledge());
    }

    /** What is answered last, once it is whole. */
    async function answered(page: Page): Promise<Locator> {
      await expect(page).toHaveURL(/\/chat\/.+/);
      const turn = page.getByRole("article").last();
      await expect(turn).toHaveAttribute("data-state", "done");
      return turn.locator(":scope > div").last();
    }

    async function isGood(question: string, answer: Locator, wanted: Wanted): Promise<void> {
      const said = await wordsOf(answer);
      expect.soft(said, question).toMatch(wanted.says);
      expect.soft(said, question).not.toMatch(REFUSAL);
      expect.soft(said, question).not.toMatch(SETUP);
      expect.soft(said, question).not.toMatch(UNREADABLE);
      expect.soft(said.split(/\s+/).length, question).toBeGreaterThan(3);
      // A table that was cut off is no table any more.
      expect.soft(await answer.locator("p").filter({ hasText: /^\s*\|/ }).count(), `${question}: lines of a broken table`).toBe(0);
      if (wanted.cites) {
        const source = answer.getByRole("button", { name: new RegExp(`^${words.source} \\d+: .*${wanted.cites.source}`) });
        expect.soft(await source.count(), `${question}: cites ${wanted.cites.source}`).toBeGreaterThan(0);
      }
    }

    async function newChat(page: Page): Promise<void> {
      await page.goto(`${stage.url}/chat`);
      await expect(page.getByRole("list", { name: words.examples })).toBeVisible();
    }

    async function asked(page: Page, question: string): Promise<Locator> {
      await newChat(page);
      await ask(page, question);
      return answered(page);
    }

    test("from the owner link, every example of the empty chat is answered well", async ({ page }) => {
      const seen = watch(page, stage.url);
      await owner(page);
      const done = new Set<string>();
      const buttons = page.getByRole("list", { name: words.examples }).getByRole("button");
      const clickAll = async (prepare: () => Promise<void>) => {
        await prepare();
        const shown = await buttons.allTextContents();
        expect(shown.length).toBeGreaterThan(0);
        for (const [place, text] of shown.entries()) {
          const [question, wanted] = Object.entries(tongue.examples).find(([example]) => text.includes(example)) ?? [text, null];
          if (done.has(question)) continue;
          await prepare();
          await buttons.nth(place).click();
          const answer = await answered(page);
          await isGood(question, answer, wanted ?? { says: /\S/ });
          done.add(question);
        }
      };
      // Those of the day, then all that the others have: they take turns.
      await clickAll(() => newChat(page));
      const names = await (await page.request.get(`${stage.url}/api/assistants`)).json() as { items: { title: string }[] };
      for (const place of names.items.keys()) {
        await clickAll(async () => {
          await newChat(page);
          await page.getByRole("button", { name: words.picker }).click();
          // The first option is that whoever fits answers.
          await page.getByRole("option").nth(place + 1).click();
          await expect(page.getByRole("option")).toHaveCount(0);
        });
      }
      expect([...done].toSorted()).toEqual(Object.keys(tongue.examples).toSorted());
      expect(seen).toEqual({ violations: [], outside: [] });
    });

    test("the questions of the README are answered by whom they are for", async ({ page }) => {
      await owner(page);
      for (const [question, wanted, assistant] of README) {
        const answer = await asked(page, question);
        await isGood(question, answer, wanted);
        await answer.getByRole("button", { name: words.details }).click();
        await expect.soft(page.getByRole("dialog").locator("dd").first(), question).toHaveText(tongue.titles[assistant]);
      }
    });

    test("a price list of one's own is uploaded, and six questions are answered from it", async ({ page }, testInfo) => {
      await owner(page);
      const { name, text, questions } = tongue.prices;
      const file = testInfo.outputPath(name);
      await writeFile(file, text);
      await page.getByRole("link", { name: words.knowledge }).first().click();
      await page.getByTestId("picker").setInputFiles(file);
      await expect(page.getByRole("row", { name: new RegExp(name) })).toContainText(words.ready, READ);
      for (const [question, figure] of questions) {
        const answer = await asked(page, question);
        await isGood(question, answer, { says: figure, cites: new RegExp(name) });
      }
    });

    const frameOf = (page: Page): FrameLocator => page.frameLocator('iframe[title="Chat"]');

    /** Somebody on the page of the business, with its chat open. */
    async function customer(browser: Browser): Promise<Page> {
      const page = await (await browser.newContext({ locale: tongue.customerLocale })).newPage();
      await page.goto(stage.customerLink);
      await page.getByRole("button", { name: tongue.widget.open }).click();
      await expect(frameOf(page).getByRole("textbox", { name: tongue.widget.message })).toBeVisible();
      return page;
    }

    async function say(chat: FrameLocator, text: string): Promise<void> {
      await chat.getByRole("textbox", { name: tongue.widget.message }).fill(text);
      await chat.getByRole("button", { name: tongue.widget.send }).click();
    }

    test("a customer books on the page of the clinic, and the owner sees it in the calendar", async ({ page, browser }) => {
      await owner(page);
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      const reply = await page.request.get(`${stage.url}/api/desk/slots?from=${day(2)}&to=${day(9)}&service=limpieza-dental`);
      const { items } = (await reply.json()) as { items: { branchId: string; start: string }[] };
      const start = items.find((slot) => slot.branchId === "centro")?.start ?? "";
      const date = start.slice(0, 10);

      const visitor = await customer(browser);
      const chat = frameOf(visitor);
      const log = chat.getByRole("log", { name: tongue.widget.log });
      const { booking, asks } = tongue;
      await say(chat, booking.service);
      await expect(log).toContainText(asks.branch);
      await say(chat, booking.branch);
      await expect(log).toContainText(asks.day);
      await say(chat, booking.day(new Date(`${date}T12:00:00Z`)));
      await expect(log).toContainText(asks.time);
      await say(chat, booking.time(start.slice(11, 16)));
      await expect(log).toContainText(asks.name);
      await say(chat, "Ana López");
      await expect(log).toContainText(asks.confirm);
      await say(chat, booking.yes);
      await expect(log).toContainText(asks.done);
      await expect(log).not.toContainText(SETUP);
      await visitor.context().close();

      await page.goto(`${stage.url}/desk/calendar?day=${date}`);
      await expect(page.getByRole("region", { name: words.calendar }).getByRole("button", { name: /Ana López/ })).toBeVisible();
    });

    test("in an emergency customers and owners are told what to do and whom to call", async ({ page, browser }) => {
      const { says, help } = tongue.emergency;
      const visitor = await customer(browser);
      const chat = frameOf(visitor);
      await say(chat, says);
      const log = chat.getByRole("log", { name: tongue.widget.log });
      await expect(log).toContainText(help);
      await expect(log).toContainText(EMERGENCY);
      await expect(log).not.toContainText(/\b112\b/);
      await expect(log).not.toContainText(SETUP);
      await visitor.context().close();

      await owner(page);
      const said = await wordsOf(await asked(page, says));
      expect(said).toMatch(help);
      expect(said).not.toMatch(/\b112\b/);
      expect(said).not.toMatch(SETUP);
    });

    test("what is nowhere is said not to be there, with what can be asked; thanks are thanks", async ({ page }) => {
      await owner(page);
      const lost = await wordsOf(await asked(page, tongue.nothing.asks));
      expect.soft(lost).toMatch(tongue.nothing.says);
      expect.soft(lost).not.toMatch(SETUP);
      expect.soft(lost).not.toMatch(/Ul[áa]n|Ulaan/);
      const thanked = await asked(page, tongue.thanks.says);
      expect.soft(await wordsOf(thanked)).toMatch(tongue.thanks.answer);
      await expect.soft(thanked.getByRole("button", { name: new RegExp(`^${words.source} \\d`) })).toHaveCount(0);
    });
  });
}
