import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { LockedCourse } from '../course.repository.ts';
import { numberChapters } from './catalogue.presenter.ts';
import { listPlaces } from './catalogue.repository.ts';
import {
  countWithin,
  deleteRows,
  insertRows,
  listExisting,
  overwriteChapters,
  overwriteItems,
  type Row,
  readRows,
  type Touched,
  takeChange,
} from './catalogue-change.repository.ts';
import { type CatalogueWriter, differing } from './catalogue-writer.ts';

type Plan = { gone: string[]; back: Row[]; over: Row[] };

/** Undoes a catalogue change as a whole. Refused if any of its values has changed since. */
export class CatalogueUndo {
  readonly #writer: CatalogueWriter;

  constructor(writer: CatalogueWriter) {
    this.#writer = writer;
  }

  async apply(
    transaction: Executor,
    context: SignedInContext,
    course: LockedCourse,
    id: string,
  ): Promise<{ undo: string | null; chapterIds: string[] }> {
    const change = await takeChange(transaction, course.id, id);
    if (!change) throw new AppError('undoNotPossible');
    const chapters = planFor(
      change.chapters,
      await readRows(transaction, 'chapters', course.id, idsOf(change.chapters)),
    );
    const items = planFor(
      change.items,
      await readRows(transaction, 'chapter_resources', course.id, idsOf(change.items)),
    );
    const undo = await this.#writer.write(transaction, context, course, {
      what: 'catalogueUndone',
      details: { what: change.what },
      chapterIds: idsOf(change.chapters),
      itemIds: idsOf(change.items),
      work: () => putBack(transaction, course.id, chapters, items),
    });
    return { undo, chapterIds: chapters.back.map((row) => row.id) };
  }
}

const idsOf = (touched: readonly Touched[]) => touched.map((one) => one.id);
const changedMeanwhile = () => new AppError('changedMeanwhile');

/** Decides per row whether to delete, restore or overwrite. Throws if a value has changed since. */
function planFor(touched: readonly Touched[], current: ReadonlyMap<string, Row>): Plan {
  const plan: Plan = { gone: [], back: [], over: [] };
  for (const { id, before, after } of touched) {
    const now = current.get(id);
    if (!after || !before) {
      if ((after === null) !== (now === undefined)) throw changedMeanwhile();
      if (before) plan.back.push(before);
      else plan.gone.push(id);
      continue;
    }
    if (!now) throw changedMeanwhile();
    const changed = differing(before, after);
    if (differing(now, after).some((name) => changed.includes(name))) throw changedMeanwhile();
    plan.over.push({ ...now, ...Object.fromEntries(changed.map((name) => [name, before[name]])) });
  }
  return plan;
}

async function putBack(transaction: Executor, courseId: string, chapters: Plan, items: Plan): Promise<void> {
  await deleteRows(transaction, 'chapter_resources', items.gone);
  // Items added to a chapter since then would be deleted with it.
  if (chapters.gone.length > 0 && (await countWithin(transaction, chapters.gone)) > 0) throw changedMeanwhile();
  await deleteRows(transaction, 'chapters', chapters.gone);
  await requireThere(transaction, 'chapters', parentsOf([...chapters.back, ...chapters.over], chapters.back));
  await insertRows(transaction, 'chapters', parentsFirst(chapters.back));
  await overwriteChapters(transaction, chapters.over);
  await requireThere(transaction, 'resources', valuesOf(items.back, 'resource_id'));
  await requireThere(transaction, 'chapters', valuesOf([...items.back, ...items.over], 'chapter_id'));
  await insertRows(transaction, 'chapter_resources', items.back);
  await overwriteItems(transaction, items.over);
  // Together with later moves, the result may contain a cycle.
  const places = await listPlaces(transaction, courseId);
  if (numberChapters(places).length < places.length) throw changedMeanwhile();
}

function valuesOf(rows: readonly Row[], name: string): string[] {
  return [...new Set(rows.map((row) => row[name]).filter((value) => typeof value === 'string'))];
}

function parentsOf(rows: readonly Row[], coming: readonly Row[]): string[] {
  const own = new Set(coming.map((row) => row.id));
  return valuesOf(rows, 'parent_id').filter((id) => !own.has(id));
}

function parentsFirst(rows: readonly Row[]): Row[] {
  const left = new Map(rows.map((row) => [row.id, row]));
  const ordered: Row[] = [];
  const put = (row: Row): void => {
    if (!left.delete(row.id)) return;
    const parent = left.get(String(row.parent_id));
    if (parent) put(parent);
    ordered.push(row);
  };
  for (const row of rows) put(row);
  return ordered;
}

async function requireThere(
  transaction: Executor,
  table: 'chapters' | 'resources',
  ids: readonly string[],
): Promise<void> {
  if ((await listExisting(transaction, table, ids)).size < ids.length) throw changedMeanwhile();
}
