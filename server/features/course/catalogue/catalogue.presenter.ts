import type { CatalogueNode } from '@lectern/contract/features/course-catalogue.ts';
import type { ChapterProblem } from '@lectern/contract/features/course-check.ts';
import type { ChapterRecord } from './catalogue.repository.ts';

type Sums = { resources: number; warnings: number; shown: number };

/** The tree in order, with subchapter counts summed up. */
export function presentChapters(rows: readonly ChapterRecord[]): CatalogueNode[] {
  const numbered = numberChapters(rows);
  const below = new Map<string, Sums>();
  for (const { row } of numbered.toReversed()) {
    const own = addTo(below.get(row.id), row);
    below.set(row.id, own);
    if (row.parent_id) below.set(row.parent_id, addTo(below.get(row.parent_id), own));
  }
  return numbered.map(({ row, number }) => {
    const sums = below.get(row.id) ?? row;
    return {
      id: row.id,
      parentId: row.parent_id,
      title: row.title,
      number,
      visible: row.visible,
      availableFrom: row.available_from?.toISOString() ?? null,
      availableUntil: row.available_until?.toISOString() ?? null,
      resources: row.resources,
      resourcesBelow: sums.resources,
      required: row.required,
      warnings: row.warnings,
      warningsBelow: sums.warnings,
      problems: problemsOf(row, sums),
      version: row.version,
    };
  });
}

function addTo(sums: Sums | undefined, { resources, warnings, shown }: Sums): Sums {
  return {
    resources: (sums?.resources ?? 0) + resources,
    warnings: (sums?.warnings ?? 0) + warnings,
    shown: (sums?.shown ?? 0) + shown,
  };
}

function problemsOf(row: ChapterRecord, sums: Sums): ChapterProblem[] {
  const problems: ChapterProblem[] = [];
  if (sums.resources === 0) problems.push('empty');
  else if (sums.shown === 0) problems.push('nothingPublic');
  if (!row.visible) problems.push('notVisible');
  if (row.is_over) problems.push('outOfDates');
  if (row.withheld) problems.push('withheld');
  else if (row.is_reviewed) problems.push('sensitive');
  return problems;
}

type Placed = { id: string; parent_id: string | null; position: number };
export type Numbered<Row> = { row: Row; number: string; level: number };

/** Chapters in tree order, parents first, with numbers such as 2.1. Orphans and cycles are left out. */
export function numberChapters<Row extends Placed>(rows: readonly Row[]): Numbered<Row>[] {
  const children = new Map<string | null, Row[]>();
  for (const row of rows) children.set(row.parent_id, [...(children.get(row.parent_id) ?? []), row]);
  const inOrder = (one: Placed, other: Placed) => one.position - other.position || (one.id < other.id ? -1 : 1);
  const walk = (parentId: string | null, above: string, level: number): Numbered<Row>[] =>
    (children.get(parentId) ?? []).toSorted(inOrder).flatMap((row, place) => {
      const number = `${above}${place + 1}`;
      return [{ row, number, level }, ...walk(row.id, `${number}.`, level + 1)];
    });
  return walk(null, '', 1);
}

/** The ids of these chapters and everything below them. */
export function subtreeOf(rows: readonly Placed[], rootIds: readonly string[]): string[] {
  const found = new Set(rootIds);
  for (let grown = true; grown; ) {
    grown = false;
    for (const { id, parent_id: parentId } of rows) {
      if (!parentId || found.has(id) || !found.has(parentId)) continue;
      found.add(id);
      grown = true;
    }
  }
  return rows.map((row) => row.id).filter((id) => found.has(id));
}
