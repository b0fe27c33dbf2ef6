import type { EndpointAccess } from '@lectern/contract/endpoint.ts';
import type { Ability } from '@lectern/contract/roles.ts';
import type { PagePath } from '@lectern/contract/routes.ts';
import type { z } from 'zod';
import type { Executor } from '../db/database.ts';
import type { SignedInContext } from '../http/request-context.ts';

/** The outcome for one object. `reason` is a sentence in `actor.language`. */
export type ItemOutcome = { label: string } & (
  | { state: 'done'; before: unknown; version: number }
  | { state: 'skipped'; reason: string }
);

/**
 * A bulk action on objects of a list, run in the background. Each object gets its own savepoint: an `AppError` skips
 * the object with its text as the reason, any other error fails it, and the rest continue. Objects outside the actor's
 * data scope never get here.
 */
export type OperationAction<Input = unknown> = {
  /** For example `forbid`; unique within its list. */
  id: string;
  /** The list whose rows it acts on, such as `user`. */
  list: string;
  /** Page permission the actor needs, at the start and for as long as it runs. */
  page: PagePath;
  /** Other pages whose permission is also enough. */
  alsoOn?: readonly PagePath[];
  ability?: Ability;
  input: z.ZodType<Input>;
  undoable: boolean;
  /** Started by services with their own items, never from a selection; the objects may not exist yet. */
  internal?: true;
  /** The objects aren't rows of the list, so `apply` and `undo` check whether the actor may change each. */
  judgesObjects?: true;
  /** Removes its objects and recreates them on Undo; until then they are in no list. */
  bringsBack?: true;
  /**
   * Loads what `apply` needs for a whole batch at once, in the batch's transaction just before it: takes the items'
   * details and returns those that `apply` gets.
   */
  prepare?(
    transaction: Executor,
    details: readonly unknown[],
    input: Input,
    actor: SignedInContext,
  ): Promise<unknown[]>;
  /**
   * `before` is what undo needs (JSON); `version` is the row's version after the change. `details` come with internal
   * items.
   */
  apply(
    transaction: Executor,
    objectId: string,
    input: Input,
    actor: SignedInContext,
    details: unknown,
    operationId?: string,
  ): Promise<ItemOutcome>;
  /** Restores `before`; skips an object whose version has changed since `apply`. */
  undo?(transaction: Executor, item: UndoItem, actor: SignedInContext): Promise<ItemOutcome>;
  /**
   * Like `apply` for a whole batch in few statements, with outcomes in the items' order. If it throws, it is rolled
   * back and the objects are handled one by one.
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

/**
 * Erases the input type so actions with different inputs fit in one list; each input is parsed by its own schema
 * before use.
 */
export function defineAction<Input>(action: OperationAction<Input>): OperationAction {
  return action as OperationAction;
}

/** The action's access rule, in the form that `authorise` checks. */
export function accessOf(action: Pick<OperationAction, 'page' | 'alsoOn' | 'ability'>): EndpointAccess {
  const pages = [action.page, ...(action.alsoOn ?? [])] as const;
  return { kind: 'page', pages, ...(action.ability && { ability: action.ability }) };
}
