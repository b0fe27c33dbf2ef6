import type { ImportLine, ImportProblem } from '@lectern/contract/import/define-import.ts';
import { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { type ImportRules, type JudgedLine, problem } from '../../platform/import/import-source.ts';
import type { ItemOutcome, UndoItem } from '../../platform/operation/operation-action.ts';
import type { Unit } from './unit-keeper.ts';

const shown = 60;
export function wrong(field: string, code: ImportProblem['code'], value: string): ImportProblem {
  return problem(field, code, { value: value.slice(0, shown) });
}

type Judged<Plan> = { label: string; key: string; plan: Plan; problems: ImportProblem[] };
type Existing = { id: string; values: Record<string, string | null> };

/** Compares a line with the stored unit and describes the differences in words. Empty cells change nothing. */
export function verdictOf<Plan>(
  { problems, ...line }: Judged<Plan>,
  existing: Existing | undefined,
  said: Record<string, string | undefined>,
  rules: ImportRules,
): JudgedLine<Plan> {
  const base = { ...line, objectId: existing?.id ?? null };
  if (problems.length > 0) return { ...base, verdict: 'invalid', problems, changes: [] };
  const changes: ImportLine['changes'] = [];
  for (const [field, after] of Object.entries(said)) {
    if (after === undefined || (existing && (existing.values[field] ?? '') === after)) continue;
    changes.push({ field, before: existing ? (existing.values[field] ?? '') : null, after });
  }
  if (!existing) return { ...base, verdict: 'new', problems, changes };
  const why = rules.existing === 'skip' ? 'existsAlready' : changes.length === 0 ? 'nothingToChange' : undefined;
  if (why) return { ...base, verdict: 'skipped', problems: [problem(null, why)], changes: [] };
  return { ...base, verdict: 'changed', problems, changes };
}

const beforeLine = z.union([
  z.strictObject({ made: z.literal(true) }),
  z.strictObject({ values: z.record(z.string(), z.unknown()) }),
]);

type Way<Edit> = {
  take(transaction: Executor, context: SignedInContext, id: string): Promise<Unit>;
  edit(transaction: Executor, context: SignedInContext, id: string, edit: Edit): Promise<number>;
  remove(transaction: Executor, context: SignedInContext, id: string): Promise<unknown>;
};

/** Restores the old values, or deletes a unit that the import created if it is still empty. */
export async function undoLine<Edit>(
  transaction: Executor,
  actor: SignedInContext,
  item: UndoItem,
  way: Way<Edit>,
): Promise<ItemOutcome> {
  const unit = await way.take(transaction, actor, item.objectId);
  if (unit.version !== item.version) throw new AppError('changedMeanwhile');
  const before = beforeLine.parse(item.before);
  const done = (version: number): ItemOutcome => ({ label: unit.name, state: 'done', before: null, version });
  if ('values' in before) return done(await way.edit(transaction, actor, item.objectId, before.values as Edit));
  await way.remove(transaction, actor, item.objectId);
  return done(item.version);
}

export const madeByLine = { before: { made: true }, version: 1 } as const;

export function pick(values: Record<string, unknown>, edit: object): { values: Record<string, unknown> } {
  return { values: Object.fromEntries(Object.keys(edit).map((name) => [name, values[name]])) };
}
