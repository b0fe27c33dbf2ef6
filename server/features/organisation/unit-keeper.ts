import type { PagePath } from '@lectern/contract/routes.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { MentionKeeper } from '../../platform/mentions/mentions.ts';
import type { GroupMembers } from './group-members.ts';
import type { UnitType } from './unit-record.ts';

export type Unit = { id: string; name: string; version: number; disabled: boolean };

export type RemovalParts = { publisher: EventPublisher; members: GroupMembers; mentions: MentionKeeper };

/** What actions do to a unit. Each judges before it changes anything, within the transaction that it is given. */
export type UnitKeeper = {
  /** The list whose actions they are. */
  type: UnitType | 'courseSubject';
  page: PagePath;
  /** The unit, kept from others until the transaction ends. */
  take(transaction: Executor, context: SignedInContext, id: string): Promise<Unit>;
  setDisabled(transaction: Executor, context: SignedInContext, id: string, disabled: boolean): Promise<number>;
  /** Answers what `unmerge` needs, as JSON. */
  merge(transaction: Executor, context: SignedInContext, id: string, intoId: string): Promise<unknown>;
  unmerge(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit>;
  remove(transaction: Executor, context: SignedInContext, id: string): Promise<unknown>;
  restore(transaction: Executor, context: SignedInContext, before: unknown): Promise<Unit>;
};
