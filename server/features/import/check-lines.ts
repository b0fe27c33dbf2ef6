import type { ImportFile, ImportMapping } from '@lectern/contract/import/define-import.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type ImportSource, type JudgedLine, problem } from '../../platform/import/import-source.ts';
import { newId } from '../../platform/new-id.ts';
import { listCells, updateLines } from './import.repository.ts';
import { valuesOf } from './import-mapping.policy.ts';

/** Small enough not to delay other requests. */
const linesAtOnce = 250;

type Check = {
  importId: string;
  source: ImportSource;
  principal: Principal;
  language: Language;
  mapping: ImportMapping;
  existing: 'update' | 'skip';
  within: string | null;
};

/** The dry run: checks every line and stores its verdict. Nothing else is written. */
export async function checkLines(transaction: Executor, check: Check): Promise<NonNullable<ImportFile['counts']>> {
  const counts = { new: 0, changed: 0, skipped: 0, invalid: 0, warned: 0 };
  const firstLines = new Map<string, number>();
  for (let after = 0; ; ) {
    const rows = await listCells(transaction, { importId: check.importId, after, limit: linesAtOnce });
    if (rows.length === 0) return counts;
    const values = rows.map((row) => valuesOf(row.cells as string[], check.mapping));
    const { existing, within, language } = check;
    const judged = await check.source.judge(transaction, check.principal, values, {
      existing,
      within,
      language,
      earlier: firstLines,
    });
    const results = judged.map((found, index) => {
      const line = rows[index]?.line ?? 0;
      const result = withoutTwin(found, line, firstLines);
      counts[result.verdict] += 1;
      const goesAhead = result.verdict === 'new' || result.verdict === 'changed';
      if (goesAhead && result.problems.length > 0) counts.warned += 1;
      const { verdict, label, problems, changes } = result;
      const makes = verdict === 'new' ? newId() : null;
      return { line, verdict, label, problems, changes, object_id: makes ?? result.objectId };
    });
    await updateLines(transaction, check.importId, results);
    after = rows.at(-1)?.line ?? after;
  }
}

/** If several lines are about the same object, only the first is valid. */
function withoutTwin(judged: JudgedLine, line: number, firstLines: Map<string, number>): JudgedLine {
  if (judged.key === null) return judged;
  const first = firstLines.get(judged.key);
  if (first === undefined) {
    firstLines.set(judged.key, line);
    return judged;
  }
  const problems = [...judged.problems, problem(null, 'twice', { line: first })];
  return { ...judged, verdict: 'invalid', problems, changes: [] };
}
