type Placed = { id: string; parent_id: string | null; position: number };
export type Numbered<Row> = { row: Row; number: string; level: number };

/**
 * Chapters in the order of the tree, parents before children, with numbers such as 2.1. What hangs nowhere, or in a
 * circle, is not in it.
 */
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

/** A chapter with everything below it. */
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
