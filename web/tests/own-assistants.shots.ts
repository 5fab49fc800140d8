// The editor of assistants, part by part; into `screenshots/`. `SHOTS` and `VIEW` take some only.
import { mkdir } from "node:fs/promises";
import type { Page } from "playwright/test";
import type { Stage } from "./support/stage.ts";
import { api, expect, signIn, test } from "./support/test.ts";

const FOLDER = new URL("../screenshots/", import.meta.url).pathname;
const SIZES = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const LOCALES = { es: "es-ES", en: "en-GB" };

test.use({ stageOptions: { scripted: false, packs: ["docs", "legal", "frontdesk"] } });

interface Detail {
  draft: { revision: number };
  form: { agents: { tools: string[] }[]; voice: object | null };
}

const own = "/api/assistants/own";
const LIST = "/admin/assistants";
const editor = (name: string, part: string) => `${LIST}/own/${name}?part=${part}`;

async function furnish(stage: Stage): Promise<void> {
  await api(stage, "POST", own, { name: "archivo", from: "docs" });
  const live = async (note: string) => {
    const { draft } = await api<Detail>(stage, "GET", `${own}/archivo`);
    await api(stage, "POST", `${own}/archivo/live`, { revision: draft.revision, note });
  };
  await live("The first one");
  const { form } = await api<Detail>(stage, "GET", `${own}/archivo`);
  const voice = { tone: ["calm", "to the point"], audience: "neighbours", wordsToAvoid: ["cheap"], wordsToUse: [], dos: ["Name the next step"], donts: [], samples: ["Your papers are with us."], formality: "usted" };
  await api(stage, "PUT", `${own}/archivo/draft`, { after: 0, form: { ...form, voice, title: { es: "Archivo", en: "Archive" } } });
  await live("Calmer");
  const desk = await api<Detail>(stage, "POST", own, { name: "recepcion", from: "frontdesk" });
  desk.form.agents[0]?.tools.push("fly");
  await api(stage, "PUT", `${own}/recepcion/draft`, { after: 1, form: { ...desk.form, voice: { ...voice, samples: ["It is cheap."] } } });
  const about = { title: "Becas", business: "Una fundación que da becas.", does: "Explica las becas de música y cómo se piden.", serves: ["members", "guests"], language: "es", tone: "warm_professional", usesDocuments: true, examples: ["¿Cómo pido una beca?"] };
  await api(stage, "POST", own, { name: "becas", about });
}

const click = (page: Page, name: RegExp) => page.getByRole("button", { name }).first().click();

const VIEWS: [string, string, (page: Page) => Promise<void>][] = [
  ["70-own-list", LIST, async () => {}],
  ["71-own-new", LIST, (page) => click(page, /^(New assistant|Nuevo asistente)$/)],
  ["72-own-copy", LIST, (page) => click(page, /^(Copy .* and edit the copy|Copiar .* y editar la copia)$/)],
  ["73-own-import", LIST, (page) => click(page, /^(Import|Importar)$/)],
  ["74-own-identity", editor("archivo", "identity"), async () => {}],
  ["75-own-faults", editor("recepcion", "identity"), async () => {}],
  ["76-own-fault-field", editor("recepcion", "identity"), (page) => click(page, /^(Show|Ver): .*fly/)],
  ["77-own-agents", editor("recepcion", "agents"), async () => {}],
  ["78-own-tools", editor("recepcion", "agents"), (page) => click(page, /^(Choose tools|Elegir herramientas)$/)],
  ["79-own-voice", editor("archivo", "voice"), async () => {}],
  ["80-own-guard", editor("archivo", "guard"), async () => {}],
  ["81-own-documents", editor("archivo", "documents"), async () => {}],
  ["82-own-examples", editor("archivo", "examples"), async () => {}],
  ["83-own-files", editor("archivo", "files"), async () => {}],
  [
    "84-own-versions",
    editor("archivo", "versions"),
    async (page) => {
      await click(page, /^(Compare version 1|Comparar la versión 1)/);
      await expect(page.getByRole("region", { name: /version 1|versión 1/ })).toBeVisible();
    },
  ],
  [
    "85-own-trial",
    editor("becas", "try"),
    async (page) => {
      const box = page.getByRole("textbox", { name: /^(Message|Mensaje)$/ });
      await box.fill("¿De qué tratan mis documentos?");
      await box.press("Enter");
      await expect(page.getByRole("article")).toHaveAttribute("data-state", "done");
    },
  ],
  [
    "86-own-live",
    editor("becas", "identity"),
    async (page) => {
      await click(page, /^(Check and go live|Comprobar y publicar)$/);
      await expect(page.getByRole("button", { name: /^(Go live|Publicar)$/ })).toBeVisible();
    },
  ],
  [
    "87-own-unsaved",
    editor("becas", "identity"),
    async (page) => {
      await page.getByLabel(/^(Title, in English|Título, en inglés)$/).fill("Grants");
    },
  ],
];

test("assistants of one's own", async ({ stage, browser }) => {
  await mkdir(FOLDER, { recursive: true });
  await furnish(stage);
  for (const size of ["desktop", "phone"] as const) {
    for (const scheme of ["light", "dark"] as const) {
      for (const language of ["es", "en"] as const) {
        const name = `${size}-${scheme}-${language}`;
        if (process.env.SHOTS && !name.includes(process.env.SHOTS)) continue;
        const context = await browser.newContext({ viewport: SIZES[size], colorScheme: scheme, locale: LOCALES[language], reducedMotion: "reduce", isMobile: size === "phone", hasTouch: size === "phone" });
        const page = await context.newPage();
        await signIn(page, stage);
        for (const [view, path, go] of VIEWS) {
          if (process.env.VIEW && !view.includes(process.env.VIEW)) continue;
          await page.goto("about:blank");
          await page.goto(`${stage.url}${path}`);
          await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
          await go(page);
          await page.waitForTimeout(400);
          await page.screenshot({ path: `${FOLDER}${name}-${view}.png` });
        }
        await context.close();
      }
    }
  }
});
