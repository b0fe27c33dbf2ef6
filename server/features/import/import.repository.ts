import type { ImportFile, LineVerdict } from '@lectern/contract/import/define-import.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Imports } from '../../platform/db/schema.ts';
import { deleteOutdated, type MaintenanceStep } from '../../platform/maintenance-step.ts';

export type ImportRecord = Selectable<Imports>;

export async function insertImport(db: Executor, row: Insertable<Imports>): Promise<void> {
  await db.insertInto('imports').values(row).execute();
}

/** Imports of other people or lists count as not found. */
export function findImport(db: Executor, wanted: { id: string; list: string; ownerId: string }) {
  return db
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', wanted.id)
    .where('list', '=', wanted.list)
    .where('owner_id', '=', wanted.ownerId)
    .executeTakeFirst();
}

/** Serialises checking and running the same import. */
export async function lockImport(transaction: Executor, id: string): Promise<ImportRecord> {
  return transaction.selectFrom('imports').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

export async function updateLineCount(db: Executor, id: string, lines: number): Promise<void> {
  await db.updateTable('imports').set({ line_count: lines }).where('id', '=', id).execute();
}

export async function updateChecked(
  db: Executor,
  id: string,
  checked: Pick<ImportFile, 'mapping' | 'existing' | 'within' | 'counts'>,
): Promise<void> {
  await db
    .updateTable('imports')
    .set({
      mapping: JSON.stringify(checked.mapping),
      existing: checked.existing,
      within: checked.within,
      counts: checked.counts && JSON.stringify(checked.counts),
    })
    .where('id', '=', id)
    .execute();
}

export async function updateOperation(db: Executor, id: string, operationId: string): Promise<void> {
  await db.updateTable('imports').set({ operation_id: operationId }).where('id', '=', id).execute();
}

export async function insertLines(
  db: Executor,
  importId: string,
  lines: readonly { line: number; cells: string[] }[],
): Promise<void> {
  if (lines.length === 0) return;
  await sql`insert into import_lines (import_id, line, cells)
    select ${importId}, line, cells from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as given (line integer, cells jsonb)`.execute(
    db,
  );
}

export function listCells(db: Executor, wanted: { importId: string; after: number; limit: number }) {
  return db
    .selectFrom('import_lines')
    .select(['line', 'cells'])
    .where('import_id', '=', wanted.importId)
    .where('line', '>', wanted.after)
    .orderBy('line')
    .limit(wanted.limit)
    .execute();
}

type LineResult = {
  line: number;
  verdict: LineVerdict;
  label: string;
  problems: unknown[];
  changes: unknown[];
  object_id: string | null;
};

export async function updateLines(db: Executor, importId: string, results: readonly LineResult[]): Promise<void> {
  await sql`update import_lines set verdict = given.verdict, label = given.label, problems = given.problems,
      changes = given.changes, object_id = given.object_id
    from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
      as given (line integer, verdict text, label text, problems jsonb, changes jsonb, object_id uuid)
    where import_lines.import_id = ${importId} and import_lines.line = given.line`.execute(db);
}

export function listJudgedLines(
  db: Executor,
  wanted: { importId: string; verdict: LineVerdict | undefined; after: number; limit: number },
) {
  return db
    .selectFrom('import_lines')
    .select(['line', 'verdict', 'label', 'problems', 'changes'])
    .where('import_id', '=', wanted.importId)
    .where('verdict', 'is not', null)
    .$if(wanted.verdict !== undefined, (query) => query.where('verdict', '=', wanted.verdict ?? ''))
    .where('line', '>', wanted.after)
    .orderBy('line')
    .limit(wanted.limit)
    .execute();
}

export function listLinesToRun(db: Executor, wanted: { importId: string; after: number; limit: number }) {
  return db
    .selectFrom('import_lines')
    .select(['line', 'cells', 'label', 'object_id'])
    .where('import_id', '=', wanted.importId)
    .where('line', '>', wanted.after)
    .where('verdict', 'in', ['new', 'changed'])
    .orderBy('line')
    .limit(wanted.limit)
    .execute();
}

/** Lines with their result in the operation. */
export function listReportLines(db: Executor, wanted: { importId: string; after: number; limit: number }) {
  return db
    .selectFrom('import_lines as line')
    .innerJoin('imports', 'imports.id', 'line.import_id')
    .leftJoin('operation_items as item', (join) =>
      join
        .onRef('item.operation_id', '=', 'imports.operation_id')
        .onRef('item.object_id', '=', 'line.object_id')
        .on('line.verdict', 'in', ['new', 'changed']),
    )
    .select([
      'line.line',
      'line.cells',
      'line.verdict',
      'line.problems',
      'item.state as item_state',
      'item.reason as item_reason',
    ])
    .where('line.import_id', '=', wanted.importId)
    .where('line.line', '>', wanted.after)
    .orderBy('line.line')
    .limit(wanted.limit)
    .execute();
}

/** Imports are kept for 30 days, as long as they can be undone. */
export const importMaintenance: readonly MaintenanceStep[] = [
  deleteOutdated({
    what: 'imported files older than 30 days',
    table: sql`imports`,
    where: sql`created_at < now() - interval '30 days'`,
  }),
];
