import type { GridColumn } from './grid-column.ts';

type Sized = Pick<GridColumn<never>, 'id' | 'width' | 'grow' | 'keep' | 'main'>;
type Fitted = { shown: string[]; dropped: string[]; widths: Record<string, number> };

/** Which columns fit into a width, and how wide each becomes. Nothing ever scrolls sideways. */
export function fitColumns(columns: readonly Sized[], room: number): Fitted {
  const shown = [...columns];
  const needed = () => shown.reduce((sum, { width }) => sum + width, 0);
  while (needed() > room) {
    const droppable = shown.filter(({ main }) => !main);
    const least = droppable.reduceRight<Sized | undefined>(
      (worst, column) => (worst === undefined || (column.keep ?? 0) < (worst.keep ?? 0) ? column : worst),
      undefined,
    );
    if (!least) break;
    shown.splice(shown.indexOf(least), 1);
  }
  const spare = Math.max(0, room - needed());
  const shares = shown.reduce((sum, { grow = 1 }) => sum + grow, 0) || 1;
  const kept = new Set(shown.map(({ id }) => id));
  return {
    shown: [...kept],
    dropped: columns.map(({ id }) => id).filter((id) => !kept.has(id)),
    widths: Object.fromEntries(shown.map(({ id, width, grow = 1 }) => [id, width + (spare * grow) / shares])),
  };
}
