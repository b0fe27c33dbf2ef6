import { summaryList } from '@lectern/contract/features/summary.ts';
import { type SummaryAction, summaryActionInputs } from '@lectern/contract/features/summary-change.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import { listStates, type SummaryHead } from './summary.repository.ts';
import type { RunSummary } from './summary.service.ts';
import type { SummaryBefore, SummaryChangeService } from './summary-change.service.ts';

type Skip = keyof Messages['summary']['skipped'];
type InputOf<Id extends SummaryAction> = z.output<(typeof summaryActionInputs)[Id]>;
type Doing = { transaction: Executor; actor: SignedInContext; head: SummaryHead };
type ActionHandler<Id extends SummaryAction> = (doing: Doing, input: InputOf<Id>) => Promise<SummaryHead | Skip>;
type Dependencies = { changes: SummaryChangeService; run: RunSummary };

/** Bulk runs get a lower priority than all other work. */
const behindAll = -5;

/** Bulk actions on summaries. State changes can be undone until someone changes the summary again. */
export function summaryActions({ changes, run }: Dependencies): OperationAction[] {
  const running = async ({ transaction, actor, head }: Doing, wanted: Parameters<RunSummary>[3]) =>
    (await run(transaction, actor, head.resource_id, wanted)) ?? head;
  return [
    action(changes, 'run', (doing, { options }) => running(doing, { options }), { undoable: false }),
    action(
      changes,
      'runMissing',
      async (doing) =>
        doing.head.state === 'none' ? running(doing, { options: {}, priority: behindAll }) : ('hasOne' as const),
      { undoable: false },
    ),
    action(changes, 'approve', async ({ transaction, actor, head }, { evidence, ...accepted }) =>
      head.evidence < evidence * 100 ? 'fewSupported' : changes.approve(transaction, actor, head, accepted),
    ),
    action(changes, 'publish', ({ transaction, actor, head }, accepted) =>
      changes.publish(transaction, actor, head, accepted),
    ),
    action(changes, 'unpublish', ({ transaction, actor, head }) => changes.unpublish(transaction, actor, head)),
    action(changes, 'reject', ({ transaction, actor, head }, why) => changes.reject(transaction, actor, head, why)),
  ];
}

function action<Id extends SummaryAction>(
  changes: SummaryChangeService,
  id: Id,
  handler: ActionHandler<Id>,
  { undoable = true }: { undoable?: boolean } = {},
): OperationAction {
  return defineAction<InputOf<Id>>({
    id,
    list: summaryList.id,
    page: summaryList.page,
    ability: 'editor',
    input: summaryActionInputs[id] as unknown as z.ZodType<InputOf<Id>>,
    undoable,
    apply: (transaction, objectId, input, actor) =>
      onSummary(changes, { transaction, objectId, actor }, async (head) => {
        const before = await beforeOf(transaction, head);
        const after = await handler({ transaction, actor, head }, input);
        return typeof after === 'string' ? after : { before, version: after.version };
      }),
    ...(undoable && {
      undo: (
        transaction: Executor,
        item: { objectId: string; before: unknown; version: number },
        actor: SignedInContext,
      ) =>
        onSummary(changes, { transaction, objectId: item.objectId, actor }, async (head) => {
          if (head.version !== item.version) return 'changedSince';
          const { version } = await changes.restore(transaction, actor, head, item.before as SummaryBefore);
          return { before: null, version };
        }),
    }),
  });
}

async function beforeOf(transaction: Executor, head: SummaryHead): Promise<SummaryBefore> {
  return { currentId: head.summary_id, states: await listStates(transaction, head.resource_id) };
}

type Item = { transaction: Executor; objectId: string; actor: SignedInContext };

/** A refusal becomes a skip that names the resource. */
async function onSummary(
  changes: SummaryChangeService,
  { transaction, objectId, actor }: Item,
  act: (head: SummaryHead) => Promise<{ before: unknown; version: number } | Skip>,
): Promise<ItemOutcome> {
  const head = await changes.take(transaction, actor, { id: objectId });
  const label = head.title;
  try {
    const result = await act(head);
    return typeof result === 'string'
      ? { label, state: 'skipped', reason: messagesIn(actor.language).summary.skipped[result] }
      : { label, state: 'done', ...result };
  } catch (error) {
    if (error instanceof AppError) return { label, state: 'skipped', reason: error.messageIn(actor.language) };
    throw error;
  }
}
