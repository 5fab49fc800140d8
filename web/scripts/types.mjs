// Writes src/api/schema.ts from the server's OpenAPI contract, which is the snapshot that its tests keep.
//   node scripts/types.mjs           writes it
//   node scripts/types.mjs --check   fails when it is not what the contract says
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const contract = new URL("../../crates/server/tests/it/snapshots/it__contracts__openapi.snap", import.meta.url);
const target = new URL("../src/api/schema.ts", import.meta.url);

const snapshot = readFileSync(contract, "utf8");
const json = snapshot.slice(snapshot.indexOf("\n{") + 1);
const header = "// Made by `npm run types` from the server's OpenAPI contract. Not edited by hand.\n";
const document = JSON.parse(json);
// The generator wants them unique; nothing here goes by them.
for (const path of Object.values(document.paths)) for (const operation of Object.values(path)) delete operation.operationId;
const made = header + astToString(await openapiTS(document));

if (process.argv.includes("--check")) {
  const kept = readFileSync(target, "utf8");
  if (kept !== made) {
    console.error("src/api/schema.ts is not what the contract says; run `npm run types`");
    process.exit(1);
  }
} else {
  writeFileSync(target, made);
}
