import { collegeFields, collegeImport, newCollege } from '@lectern/contract/features/college.ts';
import type { ImportProblem } from '@lectern/contract/import/define-import.ts';
import { sql } from 'kysely';
import type { Executor } from '../../../platform/db/database.ts';
import { type ImportSource, type ImportValues, problem } from '../../../platform/import/import-source.ts';
import { madeByLine, pick, undoLine, verdictOf, wrong } from '../unit-import.ts';
import type { StoredCollege } from './college.repository.ts';
import { type CollegeEdit, type CollegeKeeper, collegeValues } from './college-keeper.ts';

type Plan = CollegeEdit & { code: string };
type Field = keyof typeof collegeFields;
const limits = { code: 40, name: 100, shortName: 40, contact: 200, description: 2000 } as const;

/** Colleges are identified by code. */
export function collegeImportSource(keeper: CollegeKeeper): ImportSource<Plan> {
  return {
    declaration: collegeImport,
    async judge(db, _principal, lines, rules) {
      const known = await listByCode(
        db,
        lines.map((line) => line.code ?? ''),
      );
      return lines.map((values) => {
        const { plan, problems } = readLine(values);
        const existing = known.get(plan.code.toLowerCase());
        if (!existing && !plan.name && problems.length === 0) problems.push(problem('name', 'required'));
        const { code: _, ...said } = plan;
        const there = existing && { id: existing.id, values: { ...collegeValues(existing) } };
        const label = plan.name ?? existing?.name ?? plan.code;
        return verdictOf({ label, key: plan.code.toLowerCase(), plan, problems }, there, textsOf(said), rules);
      });
    },
    async carryOut(transaction, context, { verdict, plan }, objectId) {
      if (verdict === 'new') {
        await keeper.add(transaction, context, newCollege.parse(plan), objectId);
        return madeByLine;
      }
      const { row } = await keeper.take(transaction, context, objectId);
      const { code: _, ...edit } = plan;
      const before = pick(collegeValues(row), edit);
      return { before, version: await keeper.edit(transaction, context, objectId, edit) };
    },
    undo: (transaction, item, actor) => undoLine(transaction, actor, item, keeper),
  };
}

function textsOf(said: CollegeEdit): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(said).map(([field, value]) => [field, value ?? undefined]));
}

function readLine(values: ImportValues): { plan: Plan; problems: ImportProblem[] } {
  const problems: ImportProblem[] = [];
  const said: Record<string, string> = {};
  for (const field of Object.keys(limits) as Field[]) {
    const text = values[field];
    if (!text) continue;
    if (text.length > limits[field]) problems.push(problem(field, 'tooLong', { limit: limits[field] }));
    else if (!collegeFields[field].safeParse(text).success) problems.push(wrong(field, 'codeCharacters', text));
    else said[field] = text;
  }
  if (!values.code) problems.push(problem('code', 'required'));
  return { plan: { ...said, code: values.code ?? '' }, problems };
}

async function listByCode(db: Executor, codes: readonly string[]): Promise<Map<string, StoredCollege>> {
  const rows = await db
    .selectFrom('colleges')
    .selectAll()
    .where(sql`lower(code)`, '=', sql`any (${codes.map((code) => code.toLowerCase())}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.code.toLowerCase(), row]));
}
