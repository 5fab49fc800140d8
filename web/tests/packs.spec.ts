import { api, ask, expect, test } from "./support/test.ts";

test.use({ stageOptions: { scripted: false, packs: ["docs", "legal", "erp"] } });

interface Files {
  items: { fileName: string; processingStatus: string }[];
}

const QUESTIONS: [question: string, answer: RegExp, source: RegExp][] = [
  ["¿Cuántos días de vacaciones tengo?", /30 días naturales/, /estatuto-de-los-trabajadores\.md/],
  ["me han echado, ¿qué me corresponde?", /33 días de salario por año/, /estatuto-de-los-trabajadores\.md/],
  ["artículo 48 del ET", /Suspensión con reserva de puesto de trabajo/, /estatuto-de-los-trabajadores\.md/],
  ["¿Qué campos tiene un cliente en Business Central?", /obligatorio displayName/, /Business Central API v2\.0 · customer/],
  ["What tables are in the functional document?", /Roles and permissions/, /functional-specification\.md/],
];

test("without a model the packs answer what people ask, each with its source", async ({ app, stage }) => {
  await expect
    .poll(
      async () => {
        const { items } = await api<Files>(stage, "GET", "/api/files?limit=200");
        return items.length > 0 && items.every((file) => file.processingStatus === "completed");
      },
      { timeout: 60_000 },
    )
    .toBe(true);
  for (const [question, answer, source] of QUESTIONS) {
    await app.goto(`${stage.url}/chat`);
    await ask(app, question);
    const article = app.getByRole("article").last();
    await expect(article).toContainText(answer, { timeout: 20_000 });
    await expect(article.getByRole("button", { name: new RegExp(`^Source \\d+: .*${source.source}`) }).first()).toBeVisible();
  }
});
