import type { DateValue } from '@lectern/contract/list/filter.ts';
import type { AccessAction } from '@lectern/contract/portal/portal-event.ts';
import { accessActions } from '@lectern/contract/portal/portal-event.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import type { DataScope } from '../../../platform/access/data-scope.ts';
import type { SeenView } from '../../../platform/list/list-source.ts';
import type { Constraint, Selection } from '../figures/selection.ts';
import { type CellDimension, cellDimensions } from '../fold/cell.ts';

/** What of a view the sums can tell, robots aside. */
export type SummedView = {
  selection: Selection;
  action: AccessAction | null;
  /** Of these dimensions events have none. */
  without: readonly CellDimension[];
  hours: readonly number[] | null;
  weekdays: readonly number[] | null;
  term: string | null;
  withoutResult: boolean;
};

/** Filters that mean nothing but which cells are counted. */
const others: ReadonlySet<string> = new Set([
  ...['tab', 'search', 'sort', 'at', 'robot', 'without', 'hour', 'weekday', 'term', 'withoutResult'],
  ...['cursor', 'page', 'size', 'format', 'columns', 'after'],
]);

/** nothing: something is asked for that is not summed, or robots are meant as well. */
export function summedView(view: SeenView, scope: DataScope, all: Days, timeZone: string): SummedView | undefined {
  if (view.robot !== false || view.search) return undefined;
  const names = Object.keys(view).filter((name) => view[name] !== undefined && !others.has(name));
  if (names.some((name) => !(cellDimensions as string[]).includes(name))) return undefined;
  const constraints = names.map(
    (name): Constraint => ({ dimension: name as CellDimension, keys: [view[name]].flat() as string[] }),
  );
  const { from = all.from, to = all.to } = (view.at ?? {}) as DateValue;
  const numbers = (value: unknown) => (Array.isArray(value) ? value.map(Number) : null);
  return {
    selection: { scope, constraints, days: { from, to }, timeZone },
    action: (accessActions as readonly string[]).includes(view.tab) ? (view.tab as AccessAction) : null,
    without: (view.without ?? []) as CellDimension[],
    hours: numbers(view.hour),
    weekdays: numbers(view.weekday),
    term: typeof view.term === 'string' ? view.term : null,
    withoutResult: view.withoutResult === true,
  };
}
