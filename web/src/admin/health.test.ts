import { expect, it } from "vitest";
import { detailIn } from "./health";
import { adminWords } from "./words";

it("what the server tells of its parts is said in the reader's language, and what it has never told is shown as it is", () => {
  const es = (detail: string) => detailIn(detail, adminWords.es.details);
  expect(es("3 waiting")).toBe("3 en espera");
  expect(es("3 waiting, 2 given up on; see /api/dead-letters")).toBe("3 en espera, 2 abandonadas");
  expect(es("no language model is configured: answers are passages of documents")).toMatch(/^Sin modelo/);
  expect(es("sonnet does not answer; gpt does")).toBe("sonnet no responde; responde gpt");
  expect(es("sonnet does not answer, nor does any other of its tier")).toMatch(/^sonnet no responde, ni/);
  expect(es("all run")).toBe("Funciona todo");
  expect(es("failed and begun again: jobs (2 times), projector (1 times); the log says why")).toBe("Ha fallado y se ha vuelto a empezar: jobs (2×), projector (1×)");
  expect(es("data/conserje.db")).toBe("data/conserje.db");
});
