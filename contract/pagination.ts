export type Page<Row> = { rows: Row[]; total: number };
