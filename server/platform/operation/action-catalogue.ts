import type { ListSource } from '../list/list-source.ts';
import type { OperationAction } from './operation-action.ts';

/** All actions by list and id. Throws at startup on duplicates, unknown lists, or only one of `undoable` and `undo`. */
export class ActionCatalogue {
  readonly #actions = new Map<string, OperationAction>();
  readonly #sources = new Map<string, ListSource>();

  constructor(actions: readonly OperationAction[], sources: readonly ListSource[]) {
    this.add(actions, sources);
  }

  add(actions: readonly OperationAction[], sources: readonly ListSource[]): void {
    for (const source of sources) this.#sources.set(source.list.id, source);
    for (const action of actions) {
      const key = keyOf(action.list, action.id);
      if (this.#actions.has(key)) throw new Error(`There are two actions ${key}`);
      if (!this.#sources.has(action.list)) throw new Error(`${key} is for a list that nobody reads`);
      if (action.undoable !== (action.undo !== undefined))
        throw new Error(`${key} needs both undoable and undo, or neither`);
      this.#actions.set(key, action);
    }
  }

  find(list: string, id: string): OperationAction | undefined {
    return this.#actions.get(keyOf(list, id));
  }

  sourceOf(action: Pick<OperationAction, 'list'>): ListSource {
    const source = this.#sources.get(action.list);
    if (!source) throw new Error(`Nobody reads the list ${action.list}`);
    return source;
  }
}

function keyOf(list: string, id: string): string {
  return `${list}.${id}`;
}
