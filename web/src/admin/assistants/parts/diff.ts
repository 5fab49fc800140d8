// What was added and removed between two texts, line by line (Myers, 1986), and between two folders.

export interface DiffLine {
  kind: "same" | "added" | "removed";
  text: string;
}

export type Piece = { lines: DiffLine[] } | { skipped: number };

export interface FileChange {
  path: string;
  kind: "added" | "removed" | "changed";
  added: number;
  removed: number;
  lines: DiffLine[];
}

/** Further apart than this, the texts are told as one removed and one added: nobody reads a diff of thousands of lines. */
const MOST_EDITS = 800;

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

const all = (kind: DiffLine["kind"], lines: string[]): DiffLine[] => lines.map((text) => ({ kind, text }));

export function diffOf(before: string, after: string): DiffLine[] {
  const [old, now] = [linesOf(before), linesOf(after)];
  // What is alike at both ends need not be searched.
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const middle = shortest(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return [...all("same", old.slice(0, start)), ...middle, ...all("same", old.slice(old.length - end))];
}

function shortest(old: string[], now: string[]): DiffLine[] {
  const most = Math.min(old.length + now.length, MOST_EDITS);
  // How far along `old` each diagonal gets with so many edits; one state for every number of edits, to walk back on.
  const reached: Map<number, number>[] = [];
  let state = new Map([[1, 0]]);
  for (let edits = 0; edits <= most; edits += 1) {
    reached.push(new Map(state));
    const next = new Map(state);
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      let x = stepFrom(state, diagonal, edits) === diagonal + 1 ? (state.get(diagonal + 1) ?? 0) : (state.get(diagonal - 1) ?? 0) + 1;
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x += 1;
      next.set(diagonal, x);
      if (x >= old.length && x - diagonal >= now.length) return walkedBack(reached, old, now, edits);
    }
    state = next;
  }
  return [...all("removed", old), ...all("added", now)];
}

/** The diagonal that an edit comes from: from above, a line is added; from below, one is removed. */
function stepFrom(state: Map<number, number>, diagonal: number, edits: number): number {
  const isAdded = diagonal === -edits || (diagonal !== edits && (state.get(diagonal - 1) ?? -1) < (state.get(diagonal + 1) ?? -1));
  return isAdded ? diagonal + 1 : diagonal - 1;
}

function walkedBack(reached: Map<number, number>[], old: string[], now: string[], edits: number): DiffLine[] {
  const lines: DiffLine[] = [];
  let [x, y] = [old.length, now.length];
  for (let left = edits; left >= 0; left -= 1) {
    const state = reached[left] ?? new Map<number, number>();
    const diagonal = x - y;
    const from = left === 0 ? diagonal : stepFrom(state, diagonal, left);
    const fromX = left === 0 ? 0 : (state.get(from) ?? 0);
    const fromY = left === 0 ? 0 : fromX - from;
    while (x > fromX && y > fromY) {
      lines.push({ kind: "same", text: old[x - 1] ?? "" });
      x -= 1;
      y -= 1;
    }
    if (left > 0) lines.push(from === diagonal + 1 ? { kind: "added", text: now[fromY] ?? "" } : { kind: "removed", text: old[fromX] ?? "" });
    [x, y] = [fromX, fromY];
  }
  return lines.reverse();
}

/** What is changed, with some lines around it. */
export function piecesOf(lines: DiffLine[], around = 3): Piece[] {
  const isNear = lines.map(() => false);
  lines.forEach(({ kind }, at) => {
    if (kind !== "same") isNear.fill(true, Math.max(0, at - around), at + around + 1);
  });
  const pieces: Piece[] = [];
  lines.forEach((line, at) => {
    const last = pieces.at(-1);
    if (isNear[at]) {
      if (last && "lines" in last) last.lines.push(line);
      else pieces.push({ lines: [line] });
    } else if (last && "skipped" in last) last.skipped += 1;
    else pieces.push({ skipped: 1 });
  });
  return pieces;
}

/** The files that are not the same, by their paths. */
export function changesOf(before: Record<string, string>, after: Record<string, string>): FileChange[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return paths
    .filter((path) => before[path] !== after[path])
    .map((path) => {
      const lines = diffOf(before[path] ?? "", after[path] ?? "");
      const number = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
      const kind = before[path] === undefined ? "added" : after[path] === undefined ? "removed" : "changed";
      return { path, kind, added: number("added"), removed: number("removed"), lines };
    });
}
