import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { Texts } from './i18n/use-texts.ts';
import type { IconName } from './icon-name.ts';
import { createStore } from './store.ts';
import { useStore } from './use-store.ts';

export type ActionContext = { navigate(path: string): void; user: CurrentUser };

/** Something a user can do. Menus, shortcuts and the palette read the same registry. */
export type Action = {
  id: string;
  label: (texts: Texts) => string;
  icon?: IconName;
  group: 'navigate' | 'create' | 'view' | 'account' | 'help';
  /** In the syntax of tinykeys. */
  keys?: string;
  keywords?: string;
  mayI?: (user: CurrentUser) => boolean;
  run: (context: ActionContext) => void | Promise<void>;
};

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
