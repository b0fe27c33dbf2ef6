import {
  type SensitiveWordAction,
  sensitiveWordActionInputs,
  sensitiveWordList,
} from '@lectern/contract/features/sensitive-word.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import {
  defineAction,
  type ItemOutcome,
  type OperationAction,
  type UndoItem,
} from '../../platform/operation/operation-action.ts';
import type { WordRow } from './sensitive-word.repository.ts';
import type { RequestedEdit, WordChangeService, WordEdit, Written } from './sensitive-word.service.ts';

/** The actions of the word list. */
export function wordActions(changes: WordChangeService): OperationAction[] {
  return [
    wordAction(changes, 'enable', () => ({ enabled: true }), 'sensitiveWord.enabled'),
    wordAction(changes, 'disable', () => ({ enabled: false }), 'sensitiveWord.disabled'),
    wordAction(changes, 'setCategory', ({ category }) => ({ category }), 'sensitiveWord.categorySet'),
    wordAction(changes, 'setSeverity', ({ severity }) => ({ severity }), 'sensitiveWord.severitySet'),
    wordAction(changes, 'setPack', ({ packId }) => ({ packId }), 'sensitiveWord.packSet'),
    wordAction(changes, 'delete', () => ({ deleted: true }), 'sensitiveWord.deleted'),
  ];
}

/** The edit to make, or why there is none. */
type Plan = WordEdit | 'changedSince' | 'gone';
type Item = { id: string; plan(row: WordRow): Plan };

/** Changes many words in one batch; skipped ones carry a reason. */
async function changeTogether(
  transaction: Executor,
  actor: SignedInContext,
  changes: WordChangeService,
  items: readonly Item[],
  activity?: string,
): Promise<ItemOutcome[]> {
  const rows = await changes.take(
    transaction,
    items.map((item) => item.id),
  );
  const plans = items.map(({ id, plan }) => {
    const row = rows.get(id);
    return { row, plan: row ? plan(row) : ('gone' as const) };
  });
  const wanted = plans.flatMap(({ row, plan }): RequestedEdit[] =>
    row && typeof plan !== 'string' ? [{ row, edit: plan }] : [],
  );
  const results = await changes.change(transaction, actor, wanted, activity);
  const written = new Map(wanted.map(({ row }, index) => [row.id, results[index]]));
  return plans.map(({ row, plan }) => {
    const label = row?.text ?? '';
    if (typeof plan === 'string') return { label, state: 'skipped', reason: reasonOf(plan, actor.language) };
    return outcomeOf(label, written.get(row?.id ?? ''), actor.language);
  });
}

function outcomeOf(label: string, written: Written | undefined, language: Language): ItemOutcome {
  if (!written || 'same' in written) return { label, state: 'skipped', reason: messagesIn(language).skipped.asWanted };
  if ('refusal' in written) return { label, state: 'skipped', reason: written.refusal.messageIn(language) };
  return { label, state: 'done', before: written.before, version: written.version };
}

function reasonOf(plan: 'changedSince' | 'gone', language: Language): string {
  return plan === 'gone' ? new AppError('notFound').messageIn(language) : messagesIn(language).skipped[plan];
}

/** Restores the old values of words nobody has changed since. */
export function undoTogether(
  transaction: Executor,
  actor: SignedInContext,
  changes: WordChangeService,
  items: readonly UndoItem[],
): Promise<ItemOutcome[]> {
  const wanted = items.map(({ objectId, before, version }) => ({
    id: objectId,
    plan: (row: WordRow): Plan => (row.version === version ? (before as WordEdit) : 'changedSince'),
  }));
  return changeTogether(transaction, actor, changes, wanted, 'sensitiveWord.changeUndone');
}

type Input<Id extends SensitiveWordAction> = z.output<(typeof sensitiveWordActionInputs)[Id]>;

function wordAction<Id extends SensitiveWordAction>(
  changes: WordChangeService,
  id: Id,
  edit: (input: Input<Id>) => WordEdit,
  activity: string,
): OperationAction {
  type ActionInput = Input<Id>;
  const applyAll = (
    transaction: Executor,
    ids: readonly { objectId: string }[],
    input: ActionInput,
    actor: SignedInContext,
  ) => {
    const wanted = edit(input);
    const plan = (row: WordRow): Plan => (row.deleted_at ? 'gone' : wanted);
    const items = ids.map(({ objectId }) => ({ id: objectId, plan }));
    return changeTogether(transaction, actor, changes, items, activity);
  };
  return defineAction<ActionInput>({
    id,
    list: sensitiveWordList.id,
    page: sensitiveWordList.page,
    ability: 'editor',
    input: sensitiveWordActionInputs[id] as unknown as z.ZodType<ActionInput>,
    undoable: true,
    applyAll,
    undoAll: (transaction, items, actor) => undoTogether(transaction, actor, changes, items),
    apply: async (transaction, objectId, input, actor) =>
      only(await applyAll(transaction, [{ objectId }], input, actor)),
    undo: async (transaction, item, actor) => only(await undoTogether(transaction, actor, changes, [item])),
  });
}

export function only(outcomes: readonly ItemOutcome[]): ItemOutcome {
  const [outcome] = outcomes;
  if (!outcome) throw new Error('Nothing became of a word');
  return outcome;
}
