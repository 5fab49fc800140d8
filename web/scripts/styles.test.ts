// Nothing is shown without its look: what the page loads at first has its styles in mantine.css, and what comes later
// brings more.css if it needs it.
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const MAIN = "/src/main.tsx";
const SHEET = "/src/theme/more.css";
const STYLED = /styles\/(\w+)\.layer\.css/g;

const FOLDER = new URL("../src/", import.meta.url);
const FILES: Record<string, string> = Object.fromEntries(
  readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|css)$/.test(name))
    .map((name) => [`/src/${name}`, readFileSync(new URL(name, FOLDER), "utf8")]),
);

function stylesIn(sheet: string): Set<string> {
  return new Set([...(FILES[sheet] ?? "").matchAll(STYLED)].map(([, name = ""]) => name));
}

function fileOf(from: string, name: string): string | null {
  const { pathname } = new URL(name, `file://${from}`);
  return [pathname, `${pathname}.ts`, `${pathname}.tsx`].find((one) => one in FILES) ?? null;
}

interface Source {
  components: string[];
  imports: string[];
  later: string[];
}

const read = new Map<string, Source>();

function sourceOf(file: string): Source {
  const known = read.get(file);
  if (known) return known;
  const text = FILES[file] ?? "";
  const named = (pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, name = ""]) => fileOf(file, name) ?? []);
  const components = [...text.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g)].flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()));
  const source = {
    components: components.filter((name) => /^[A-Z]/.test(name)),
    imports: named(/^(?:import|export)(?! type)[^;]*?"(\.[^"]+)";/gm),
    later: named(/import\("(\.[^"]+)"\)/g),
  };
  read.set(file, source);
  return source;
}

/** All that comes with a file. */
function graphOf(entry: string): Set<string> {
  const found = new Set<string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    waiting.push(...sourceOf(file).imports);
  }
  return found;
}

const first = stylesIn("/src/theme/mantine.css");
const more = stylesIn(SHEET);
/** What it takes beside a style of its own, or in its place. */
const PARTS: Record<string, string[]> = {
  Modal: ["ModalBase", "Overlay", "Paper", "ScrollArea"],
  Drawer: ["ModalBase", "Overlay", "Paper", "ScrollArea"],
  Select: ["Input", "Combobox", "ScrollArea"],
  MultiSelect: ["Input", "Combobox", "ScrollArea", "Pill", "PillsInput"],
  TagsInput: ["Input", "Combobox", "ScrollArea", "Pill", "PillsInput"],
  Autocomplete: ["Input", "Combobox", "ScrollArea"],
  HoverCard: ["Popover"],
  Checkbox: ["InlineInput"],
  Switch: ["InlineInput"],
  Radio: ["InlineInput"],
  PasswordInput: ["Input"],
  NumberInput: ["Input"],
  SegmentedControl: ["FloatingIndicator"],
  Tabs: ["UnstyledButton"],
};
const needs = (name: string) => [name, ...(PARTS[name] ?? [])].filter((one) => first.has(one) || more.has(one));

const all = [...graphOf(MAIN)];
for (const file of all) for (const later of sourceOf(file).later) if (!all.includes(later)) all.push(...[...graphOf(later)].filter((one) => !all.includes(one)));

it("follows the imports", () => {
  expect(all.length).toBeGreaterThan(200);
  expect(all.some((file) => file.endsWith("ConfirmDialog.tsx"))).toBe(true);
});

it("shows nothing at first that has its styles elsewhere", () => {
  const missing = [...graphOf(MAIN)].flatMap((file) => sourceOf(file).components.flatMap(needs).filter((name) => !first.has(name)).map((name) => `${file}: ${name}`));
  expect(missing).toEqual([]);
});

it("brings the styles of what comes later", () => {
  const later = new Set(all.flatMap((file) => sourceOf(file).later));
  const missing = [...later].flatMap((entry) => {
    const graph = [...graphOf(entry)];
    if (graph.includes(SHEET)) return [];
    return graph.flatMap((file) => sourceOf(file).components.flatMap(needs).filter((name) => !first.has(name)).map((name) => `${entry}: ${file}: ${name}`));
  });
  expect(missing).toEqual([]);
});
