import { readdirSync } from "node:fs";
import { join } from "node:path";
import { api, ask, expect, READ, test } from "./support/test.ts";

const PACKS = ["docs", "legal", "erp"];
test.use({ stageOptions: { scripted: false, packs: PACKS } });

function knowledgeOf(pack: string): number {
  const folder = join(import.meta.dirname, "../../packs", pack, "knowledge");
  return readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

interface Files {
  items: unknown[];
}

const QUESTIONS: [question: string, answer: RegExp, source: RegExp][] = [
  ["¿Cuántos días de vacaciones tengo?", /30 días naturales/, /estatuto-de-los-trabajadores\.md/],
  ["me han echado, ¿qué me corresponde?", /33 días de salario por año/, /estatuto-de-los-trabajadores\.md/],
  ["artículo 48 del ET", /Suspensión con reserva de puesto de trabajo/, /estatuto-de-los-trabajadores\.md/],
  ["¿Qué campos tiene un cliente en Business Central?", /obligatorio displayName/, /Business Central API v2\.0 · customer/],
  ["What tables are in the functional document?", /Roles and permissions[\s\S]*Order statuses[\s\S]*Connected systems[\s\S]*Error codes/, /functional-specification\.md/],
];

test("without a model the packs answer what people ask, each with its source", async ({ app, stage }) => {
  const wanted = PACKS.reduce((sum, pack) => sum + knowledgeOf(pack), 0);
  const read = async () => {
    const { items } = await api<Files>(stage, "GET", "/api/files?limit=200&status=completed");
    return items.length;
  };
  await expect.poll(read, READ).toBe(wanted);
  for (const [question, answer, source] of QUESTIONS) {
    await app.goto(`${stage.url}/chat`);
    await ask(app, question);
    const article = app.getByRole("article").last();
    await expect(article).toContainText(answer, { timeout: 20_000 });
    await expect(article.getByRole("button", { name: new RegExp(`^Source \\d+: .*${source.source}`) }).first()).toBeVisible();
  }
});
