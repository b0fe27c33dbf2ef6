import type { EndpointAccess } from '@lectern/contract/endpoint.ts';
import type { Ability } from '@lectern/contract/roles.ts';
import type { PagePath } from '@lectern/contract/routes.ts';
import type { z } from 'zod';
import type { Executor } from '../db/database.ts';
import type { SignedInContext } from '../http/request-context.ts';

/** What became of one object. A reason is plain words in `actor.language`. */
export type ItemOutcome = { label: string } & (
  | { state: 'done'; before: unknown; version: number }
  | { state: 'skipped'; reason: string }
);

/**
 * Something a person does to many objects of a list, in the background. Each object is dealt with in a savepoint of its
 * own: an `AppError` thrown there skips the object with the catalogue's text as its reason, any other error fails it;
 * the rest goes on. Objects outside the actor's data scope never get here.
 */
export type OperationAction<Input = unknown> = {
  /** Such as `forbid`; one of its kind within its list. */
  id: string;
  /** The list whose rows it is for, such as `user`. */
  list: string;
  /** Whose permission it needs, at the start and as long as it runs. */
  page: PagePath;
  /** Others whose permission is enough. */
  alsoOn?: readonly PagePath[];
  ability?: Ability;
  input: z.ZodType<Input>;
  undoable: boolean;
  /** Started by services with items of their own, never by a selection; its objects may not exist before. */
  internal?: true;
  /** Its objects are no rows of its list: `apply` and `undo` judge whether the actor may change each. */
  judgesObjects?: true;
  /** It removes its objects, and its Undo creates them again: until then no list has them. */
  bringsBack?: true;
  /**
   * Looks up once what `apply` needs of every object of a batch: from the details that came with them to those that
   * `apply` gets, in the transaction of the batch and a moment before it.
   */
  prepare?(
    transaction: Executor,
    details: readonly unknown[],
    input: Input,
    actor: SignedInContext,
  ): Promise<unknown[]>;
  /** `before` is what undo needs (JSON), `version` the row's version after the change. `details` come with internal items. */
  apply(
    transaction: Executor,
    objectId: string,
    input: Input,
    actor: SignedInContext,
    details: unknown,
    operationId?: string,
  ): Promise<ItemOutcome>;
  /** Puts `before` back, and skips an object whose version is no longer the one that `apply` left. */
  undo?(transaction: Executor, item: UndoItem, actor: SignedInContext): Promise<ItemOutcome>;
  /**
   * The same for all objects of a batch in few statements; outcomes come in their order. When it throws, nothing of it is
   * kept and they are dealt with one by one.
   */
  applyAll?(
    transaction: Executor,
    items: readonly BatchItem[],
    input: Input,
    actor: SignedInContext,
  ): Promise<ItemOutcome[]>;
  undoAll?(transaction: Executor, items: readonly UndoItem[], actor: SignedInContext): Promise<ItemOutcome[]>;
};

type BatchItem = { objectId: string; details: unknown };
export type UndoItem = { objectId: string; before: unknown; version: number };

/** Lets lists of actions with different inputs be kept together; each input is parsed by its own schema before use. */
export function defineAction<Input>(action: OperationAction<Input>): OperationAction {
  return action as OperationAction;
}

/** Who may, in the words of the one judge. */
export function accessOf(action: Pick<OperationAction, 'page' | 'alsoOn' | 'ability'>): EndpointAccess {
  const pages = [action.page, ...(action.alsoOn ?? [])] as const;
  return { kind: 'page', pages, ...(action.ability && { ability: action.ability }) };
}
