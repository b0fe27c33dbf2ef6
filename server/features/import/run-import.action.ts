import type { ImportProblem } from '@lectern/contract/import/define-import.ts';
import type { Language } from '@lectern/contract/language.ts';
import { z } from 'zod';
import type { ImportSource, JudgedLine } from '../../platform/import/import-source.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import { problemsText } from './import.presenter.ts';

export const importActionId = 'import';

const importInput = z.strictObject({
  importId: z.uuid(),
  fileName: z.string(),
  existing: z.enum(['update', 'skip']),
  within: z.uuid().nullable().default(null),
});
const lineDetails = z.strictObject({ line: z.number().int(), values: z.record(z.string(), z.string()) });

/**
 * Imports the lines. Each is checked again in its batch with the dry run's code, so changes since then, including
 * permissions, count.
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
      return source.judge(transaction, actor.principal, lines, { existing, within, language: actor.language });
    },
    async apply(transaction, objectId, _input, actor, details) {
      const line = details as JudgedLine;
      const skipped = skipOf(line, objectId, actor.language);
      if (skipped) return skipped;
      return { label: line.label, state: 'done', ...(await source.carryOut(transaction, actor, line, objectId)) };
    },
    ...(source.carryOutAll && { applyAll: allOf(source.carryOutAll) }),
    ...(source.undoAll && { undoAll: source.undoAll }),
    undo: (transaction, item, actor) => source.undo(transaction, item, actor),
  });
}

type Together = NonNullable<ImportSource['carryOutAll']>;

function allOf(carryOutAll: Together): NonNullable<OperationAction<unknown>['applyAll']> {
  return async (transaction, items, _input, actor) => {
    const lines = items.map(({ objectId, details }) => ({ objectId, line: details as JudgedLine }));
    const skips = lines.map(({ line, objectId }) => skipOf(line, objectId, actor.language));
    const done = await carryOutAll(
      transaction,
      actor,
      lines.filter((_, index) => !skips[index]),
    );
    let next = 0;
    return lines.map(({ line }, index) => {
      const result = skips[index] ? undefined : done[next++];
      return (
        skips[index] ?? { label: line.label, state: 'done', before: result?.before, version: result?.version ?? 1 }
      );
    });
  };
}

/** The outcome if the line is skipped; undefined if it is imported. */
function skipOf(line: JudgedLine, objectId: string, language: Language): ItemOutcome | undefined {
  const { label, verdict, problems } = line;
  if (verdict === 'invalid' || verdict === 'skipped')
    return { label, state: 'skipped', reason: problemsText(problems, language) };
  // Someone created the object since the dry run, so the item has a different id and Undo wouldn't find it.
  if ((line.objectId ?? objectId) !== objectId)
    return { label, state: 'skipped', reason: problemsText([appeared], language) };
  return undefined;
}

const appeared: ImportProblem = { field: null, code: 'existsAlready', values: {} };
