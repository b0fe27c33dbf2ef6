import type { DateValue } from '@lectern/contract/list/filter.ts';
import type { AccessAction } from '@lectern/contract/portal/portal-event.ts';
import { accessActions } from '@lectern/contract/portal/portal-event.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import type { SeenView } from '../../../platform/list/list-source.ts';
import type { Constraint, SeenScope, Selection } from '../figures/selection.ts';
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

/** What is no filter: which rows of the view are shown, and how. */
const ways = ['tab', 'search', 'sort', 'cursor', 'page', 'size', 'format', 'columns', 'after'];
/** Filters that are no dimension. */
const others = new Set([...ways, 'at', 'robot', 'without', 'hour', 'weekday', 'term', 'withoutResult']);

/** The action of a tab; null: all of them. */
export function actionOf(tab: string): AccessAction | null {
  return (accessActions as readonly string[]).includes(tab) ? (tab as AccessAction) : null;
}

/** Nothing is asked but which are robots. */
export function isOfRobots(view: SeenView): boolean {
  const asked = Object.keys(view).filter((name) => view[name] !== undefined && !ways.includes(name));
  return view.robot === true && !view.search && asked.length === 1;
}

/** nothing: something is asked for that is not summed, or robots are meant as well. */
export function summedView(view: SeenView, scope: SeenScope, all: Days, timeZone: string): SummedView | undefined {
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
    action: actionOf(view.tab),
    without: (view.without ?? []) as CellDimension[],
    hours: numbers(view.hour),
    weekdays: numbers(view.weekday),
    term: typeof view.term === 'string' ? view.term : null,
    withoutResult: view.withoutResult === true,
  };
}
