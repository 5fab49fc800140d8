export interface CsvColumn<Row> {
  label: string;
  exportedAs?: string;
  value: (row: Row) => string | number | null;
}

/** A copy in the order of a column; empty values last, whichever the direction. */
export function sorted<Row>(rows: Row[], value: (row: Row) => string | number | null, isDown: boolean): Row[] {
  return rows.toSorted((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
    const order = typeof one === "number" && typeof other === "number" ? one - other : String(one).localeCompare(String(other));
    return isDown ? -order : order;
  });
}

/** A cell that begins like a formula is one to a spreadsheet: the quote keeps it text. */
export function csvCell(value: string | number | null): string {
  const text = value === null ? "" : String(value);
  const harmless = typeof value === "string" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export function csvText<Row>(columns: CsvColumn<Row>[], rows: Row[]): string {
  const lines = [columns.map((column) => column.exportedAs ?? column.label), ...rows.map((row) => columns.map((column) => column.value(row)))];
  return lines.map((line) => line.map(csvCell).join(",")).join("\r\n");
}

export function csvOf<Row>(columns: CsvColumn<Row>[], rows: Row[]): Blob {
  // The mark tells spreadsheets that it is UTF-8.
  return new Blob(["\ufeff", csvText(columns, rows)], { type: "text/csv;charset=utf-8" });
}
