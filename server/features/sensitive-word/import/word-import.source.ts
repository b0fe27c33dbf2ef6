import { sensitiveWordImport } from '@lectern/contract/features/sensitive-word-import.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import type { ImportSource, JudgedLine } from '../../../platform/import/import-source.ts';
import { only, undoTogether } from '../actions/word-action.ts';
import type { WordChangeService, Written } from '../word-change.service.ts';
import type { WordFields } from '../word-fields.ts';
import type { WordJudge } from '../word-judge.ts';
import { judgeWordLines, type WordPlan } from './judge-word-lines.ts';

type Line = { line: JudgedLine<WordPlan>; objectId: string };
type Done = { before: unknown; version: number };

/** Words from a file. An Undo deletes those that it made, and puts back what it changed. */
export function wordImportSource(changes: WordChangeService, judge: WordJudge): ImportSource<WordPlan> {
  const carryOutAll = async (transaction: Executor, context: SignedInContext, lines: readonly Line[]) => {
    const made = lines.filter(({ line }) => line.verdict === 'new');
    await changes.add(
      transaction,
      context,
      made.map(({ line, objectId }) => ({ ...(line.plan.fields as WordFields), id: objectId })),
    );
    const changed = lines.filter(({ line }) => line.verdict !== 'new');
    const results = new Map(made.map(({ objectId }): [string, Done] => [objectId, { before: unmade, version: 1 }]));
    for (const [id, done] of await change(transaction, context, changes, changed)) results.set(id, done);
    return lines.map(({ objectId }) => results.get(objectId) ?? { before: null, version: -1 });
  };
  return {
    declaration: sensitiveWordImport,
    judge: (db, _principal, lines, rules) => judgeWordLines(db, judge, lines, rules),
    carryOutAll,
    async carryOut(transaction, context, line, objectId) {
      const [done] = await carryOutAll(transaction, context, [{ line, objectId }]);
      if (!done) throw new Error('Nothing became of a line');
      return done;
    },
    undoAll: (transaction, items, actor) => undoTogether(transaction, actor, changes, items),
    undo: async (transaction, item, actor) => only(await undoTogether(transaction, actor, changes, [item])),
  };
}

/** What was there before a word was made, in the terms of a change. */
const unmade = { deleted: true };

async function change(
  transaction: Executor,
  context: SignedInContext,
  changes: WordChangeService,
  lines: readonly Line[],
): Promise<[string, Done][]> {
  if (lines.length === 0) return [];
  const rows = await changes.take(
    transaction,
    lines.map(({ objectId }) => objectId),
  );
  const wanted = lines.map(({ line, objectId }) => {
    const row = rows.get(objectId);
    if (!row || row.deleted_at) throw new AppError('changedMeanwhile');
    return { row, edit: line.plan.fields };
  });
  const results = await changes.change(transaction, context, wanted, 'sensitiveWord.imported');
  return wanted.map(({ row }, index) => [row.id, doneOf(row.version, results[index])]);
}

function doneOf(version: number, written: Written | undefined): Done {
  if (written && 'refusal' in written) throw written.refusal;
  return written && 'version' in written ? written : { before: {}, version };
}
