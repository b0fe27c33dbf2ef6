import type { EditedSummary, RowPart } from './edited-summary.ts';

type Change = (value: EditedSummary) => EditedSummary;
type Row<Part extends RowPart> = EditedSummary[Part][number];

function rowsOf<Part extends RowPart>(part: Part, change: (rows: Row<Part>[]) => Row<Part>[]): Change {
  return (value) => ({ ...value, [part]: change([...value[part]] as Row<Part>[]) });
}

export function changeRow<Part extends RowPart>(part: Part, key: number, change: Partial<Row<Part>>): Change {
  return rowsOf(part, (rows) => rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
}

export function removeRow(part: RowPart, key: number): Change {
  const remove = rowsOf(part, (rows) => rows.filter((row) => row.key !== key));
  return (value) => (value[part].some((row) => row.key === key) ? remove(value) : value);
}

/** After the row of that key; null: at the end. */
export function addRow<Part extends RowPart>(part: Part, row: Row<Part>, after: number | null): Change {
  return rowsOf(part, (rows) => {
    const at = rows.findIndex(({ key }) => key === after);
    return after === null || at < 0 ? [...rows, row] : rows.toSpliced(at + 1, 0, row);
  });
}

export function moveRow(part: RowPart, key: number, by: -1 | 1): Change {
  return (value) => {
    const rows = [...value[part]] as Row<RowPart>[];
    const at = rows.findIndex((row) => row.key === key);
    const other = rows[at + by];
    const row = rows[at];
    if (!row || !other) return value;
    rows[at] = other;
    rows[at + by] = row;
    return { ...value, [part]: rows };
  };
}

/** A keyword is there once, however it is written. */
export function addKeyword(word: string): Change {
  return (value) => {
    const said = word.trim();
    const known = value.keywords.some((one) => one.toLowerCase() === said.toLowerCase());
    return said === '' || known ? value : { ...value, keywords: [...value.keywords, said] };
  };
}

export function removeKeyword(word: string): Change {
  return (value) => ({ ...value, keywords: value.keywords.filter((one) => one !== word) });
}
