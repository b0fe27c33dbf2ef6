import type { ImportProblem } from '@lectern/contract/import/define-import.ts';
import { z } from 'zod';
import type { ImportSource, JudgedLine } from '../../platform/import/import-source.ts';
import { defineAction, type OperationAction } from '../../platform/operation/operation-action.ts';
import { problemText } from './import.presenter.ts';

export const importActionId = 'import';

const importInput = z.strictObject({
  importId: z.uuid(),
  fileName: z.string(),
  existing: z.enum(['update', 'skip']),
  within: z.uuid().nullable().default(null),
});
const lineDetails = z.strictObject({ line: z.number().int(), values: z.record(z.string(), z.string()) });

/**
 * Carries out the lines of an import. Each is judged again with its batch, by the code of the dry run: what changed since
 * then, rights among it, counts.
 */
export function importAction(source: ImportSource): OperationAction {
  const { list, page, ability } = source.declaration;
  return defineAction<z.output<typeof importInput>>({
    id: importActionId,
    list,
    page,
    ability,
    internal: true,
    input: importInput,
    undoable: true,
    prepare: (transaction, details, { existing, within }, actor) => {
      const lines = details.map((line) => lineDetails.parse(line).values);
      return source.judge(transaction, actor.principal, lines, { existing, within });
    },
    async apply(transaction, objectId, _input, actor, details) {
      const judged = details as JudgedLine;
      const label = judged.label;
      if (judged.verdict === 'invalid' || judged.verdict === 'skipped') {
        const say = (found: ImportProblem) => problemText(found, actor.language);
        return { label, state: 'skipped', reason: judged.problems.map(say).join(' ') };
      }
      const target = judged.objectId ?? objectId;
      // Made by somebody else since the dry run: the item stands for another object, and Undo would not find it.
      if (target !== objectId) {
        return { label, state: 'skipped', reason: problemText(appeared, actor.language) };
      }
      return { label, state: 'done', ...(await source.carryOut(transaction, actor, judged, objectId)) };
    },
    undo: (transaction, item, actor) => source.undo(transaction, item, actor),
  });
}

const appeared: ImportProblem = { field: null, code: 'existsAlready', values: {} };
