import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { Selection } from '@lectern/contract/features/operation.ts';
import type { Texts } from './i18n/use-texts.ts';
import type { IconName } from './icon-name.ts';
import { createStore, useStore } from './store.ts';

export type ActionContext = { navigate(path: string): void; user: CurrentUser };

/** Something a user can do. Menus, shortcuts and the palette read the same registry. */
export type Action = {
  id: string;
  label: (texts: Texts) => string;
  icon?: IconName;
  group: 'navigate' | 'create' | 'rows' | 'view' | 'account' | 'help';
  /** In the syntax of tinykeys. */
  keys?: string;
  keywords?: string;
  /** Only by its keys, such as a step to the next row: not worth a line in the palette. */
  keysOnly?: true;
  mayI?: (user: CurrentUser) => boolean;
  /** Why there is nothing to do where a list has so many rows in all; undefined: there is. */
  idle?: (texts: Texts, total: number) => string | undefined;
  run: (context: ActionContext) => void | Promise<void>;
};

/** What an action on a list is for: rows that were chosen, or the one at hand. */
export type RowTarget<Row> = {
  selection: Selection;
  /** How many that are; as far as counted. */
  count: number;
  /** The only one, where there is just one. */
  row: Row | undefined;
  /** To be called once it is under way: the choice has served. */
  done(): void;
};

/** Something a user can do to rows of a list. Row menu, bulk bar, shortcuts and the palette offer the same object. */
export type RowAction<Row> = Omit<Action, 'run' | 'group' | 'keysOnly' | 'idle'> & {
  /** Offered for one row, for many, or for both. */
  on: 'one' | 'many' | 'both';
  look?: 'plain' | 'danger';
  /** Wanted so often that it stands in the bulk bar itself; the others are in its menu. */
  handy?: true;
  /** Begins another group of the row menu. */
  separated?: true;
  /** Whether it makes sense for this row. */
  fits?: (row: Row, user: CurrentUser) => boolean;
  run: (target: RowTarget<Row>, context: ActionContext) => void | Promise<void>;
};

/** Whether a user may do an action to this target. */
export function isOffered<Row>(
  action: RowAction<Row>,
  target: Pick<RowTarget<Row>, 'row'>,
  user: CurrentUser,
): boolean {
  if (action.mayI?.(user) === false) return false;
  if (target.row) return action.on !== 'many' && action.fits?.(target.row, user) !== false;
  return action.on !== 'one';
}

const registry = createStore<readonly Action[]>([]);

/** Adds actions while their owner is there; the answer takes them out again. A later one replaces its namesake. */
export function registerActions(actions: readonly Action[]): () => void {
  const ids = new Set(actions.map((action) => action.id));
  registry.update((known) => [...known.filter((action) => !ids.has(action.id)), ...actions]);
  return () => registry.update((known) => known.filter((action) => !actions.includes(action)));
}

/** All actions; who shows them asks `mayI`. */
export function useActions(): readonly Action[] {
  return useStore(registry);
}

export function findAction(id: string): Action | undefined {
  return registry.get().find((action) => action.id === id);
}

/** Carries out a registered action if it exists and this user may. Says whether it did. */
export function runAction(id: string, context: ActionContext): boolean {
  const action = findAction(id);
  if (!action || action.mayI?.(context.user) === false) return false;
  void action.run(context);
  return true;
}
