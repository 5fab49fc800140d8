// Rows that sort and can be taken away as CSV. The order is kept in the address bar.
import { Button, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconDownload } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { save } from "../api/download";
import { useWords } from "../i18n/language";
import { csvOf, sorted } from "./csv";
import classes from "./DataTable.module.css";
import { useAddress } from "./useAddress";
import { partsWords } from "./words";

export interface Column<Row> {
  key: string;
  label: string;
  /** Its name in the exported file, where that has to say more. */
  exportedAs?: string;
  /** What sorts and is exported. */
  value: (row: Row) => string | number | null;
  show?: (row: Row) => ReactNode;
  align?: "right";
  /** Left out where there is little room. */
  isMinor?: boolean;
}

interface Props<Row> {
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  label: string;
  /** Named in the exported file. */
  name: string;
  lead?: { head: ReactNode; cell: (row: Row) => ReactNode };
  actions?: (row: Row) => ReactNode;
  toolbar?: ReactNode;
  isSelected?: (row: Row) => boolean;
}

export function DataTable<Row>({ columns, rows, rowKey, label, name, lead, actions, toolbar, isSelected }: Props<Row>) {
  const parts = useWords(partsWords);
  const [read, write] = useAddress();
  const [key = "", direction = "up"] = read("sort").split(".");
  const column = columns.find((other) => other.key === key);
  const shown = column ? sorted(rows, column.value, direction === "down") : rows;
  function sortBy(next: string) {
    if (next !== key) write({ sort: `${next}.up` });
    else write({ sort: direction === "up" ? `${next}.down` : "" });
  }
  return (
    <>
      <div className={classes.toolbar}>
        {toolbar}
        <span className={classes.space} />
        <Button variant="subtle" color="gray" size="compact-sm" leftSection={<IconDownload size={15} />} onClick={() => save(csvOf(columns, shown), `${name}.csv`)}>
          {parts.exportCsv}
        </Button>
      </div>
      <div className={classes.frame} tabIndex={0} role="region" aria-label={label}>
        <table className={classes.table} aria-label={label}>
          <thead>
            <tr>
              {lead && <th className={classes.narrow}>{lead.head}</th>}
              {columns.map((other) => (
                <th
                  key={other.key}
                  data-align={other.align}
                  data-minor={other.isMinor || undefined}
                  aria-sort={other.key !== key ? "none" : direction === "up" ? "ascending" : "descending"}
                >
                  <UnstyledButton className={classes.sort ?? ""} onClick={() => sortBy(other.key)}>
                    {other.label}
                    {other.key === key && (direction === "up" ? <IconArrowUp size={13} /> : <IconArrowDown size={13} />)}
                  </UnstyledButton>
                </th>
              ))}
              {actions && <td className={classes.narrow} />}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={rowKey(row)} data-selected={isSelected?.(row) || undefined}>
                {lead && <td className={classes.narrow}>{lead.cell(row)}</td>}
                {columns.map((other) => (
                  <td key={other.key} data-align={other.align} data-minor={other.isMinor || undefined}>
                    {other.show ? other.show(row) : other.value(row)}
                  </td>
                ))}
                {actions && <td className={classes.narrow}>{actions(row)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
