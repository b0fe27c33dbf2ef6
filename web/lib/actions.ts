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
  /** In tinykeys syntax. */
  keys?: string;
  keywords?: string;
  /** Available only by shortcut, such as moving to the next row; not listed in the palette. */
  keysOnly?: true;
  mayI?: (user: CurrentUser) => boolean;
  /** Why the action has nothing to do, given the list's row count; undefined when it does. */
  idle?: (texts: Texts, total: number) => string | undefined;
  run: (context: ActionContext) => void | Promise<void>;
};

/** What an action on a list applies to: the selected rows or the current one. */
export type RowTarget<Row> = {
  selection: Selection;
  /** Number of rows in the selection, as far as counted. */
  count: number;
  /** The row, if there is exactly one. */
  row: Row | undefined;
  /** Call once the action has started; it clears the selection. */
  done(): void;
};

/** Something a user can do to rows of a list. The row menu, bulk bar, shortcuts and palette share the same object. */
export type RowAction<Row> = Omit<Action, 'run' | 'group' | 'keysOnly' | 'idle'> & {
  on: 'one' | 'many' | 'both';
  look?: 'plain' | 'danger';
  /** Shown in the bulk bar itself; the others are in its menu. */
  handy?: true;
  /** Starts a new group in the row menu. */
  separated?: true;
  /** Whether the action makes sense for this row. */
  fits?: (row: Row, user: CurrentUser) => boolean;
  run: (target: RowTarget<Row>, context: ActionContext) => void | Promise<void>;
};

/** Whether to offer an action for this target, given the user's permissions. */
export function isOffered<Row>(
  action: RowAction<Row>,
  target: Pick<RowTarget<Row>, 'row'>,
  user: CurrentUser,
): boolean {
  if (action.mayI?.(user) === false) return false;
  if (target.row) return action.on !== 'many' && action.fits?.(target.row, user) !== false;
  return action.on !== 'one';
}

let registrations: readonly (readonly Action[])[] = [];
const registry = createStore<readonly Action[]>([]);

/** Registers actions until the returned function is called; until then they replace earlier ones with the same ids. */
export function registerActions(actions: readonly Action[]): () => void {
  const own = [...actions];
  setRegistrations([...registrations, own]);
  return () => setRegistrations(registrations.filter((each) => each !== own));
}

function setRegistrations(next: typeof registrations): void {
  registrations = next;
  const all = next.flat();
  registry.set(all.filter(({ id }, index) => index === all.findLastIndex((action) => action.id === id)));
}

/** All registered actions; callers filter them with `mayI`. */
export function useActions(): readonly Action[] {
  return useStore(registry);
}

export function findAction(id: string): Action | undefined {
  return registry.get().find((action) => action.id === id);
}

/** Runs a registered action if it exists and the user may run it; returns whether it ran. */
export function runAction(id: string, context: ActionContext): boolean {
  const action = findAction(id);
  if (!action || action.mayI?.(context.user) === false) return false;
  void action.run(context);
  return true;
}
