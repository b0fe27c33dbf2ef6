import { newSubject, subjectFields, subjectImport } from '@lectern/contract/features/subject-management.ts';
import type { ImportProblem } from '@lectern/contract/import/define-import.ts';
import { sql } from 'kysely';
import { invalidField } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import {
  type ImportRules,
  type ImportSource,
  type ImportValues,
  type JudgedLine,
  problem,
} from '../../../platform/import/import-source.ts';
import { madeByLine, pick, undoLine, verdictOf, wrong } from '../unit-import.ts';
import { findSubjectByCode } from './subject.repository.ts';
import { type SubjectKeeper, subjectValues } from './subject-keeper.ts';
import type { SubjectRemoval } from './subject-removal.ts';

/** The parent is kept as a code, because an earlier line may create it. */
type SubjectPlan = {
  code: string;
  name?: string;
  description?: string;
  collegeIds?: string[];
  parentCode: string | null;
};
type Existing = {
  id: string;
  code: string;
  name: string;
  description: string;
  parent_code: string | null;
  colleges: string[];
};
type Known = {
  subjects: Map<string, Existing>;
  colleges: Map<string, { id: string; code: string }>;
  before: Set<string>;
};

const limits = { code: 40, name: 100, description: 2000 } as const;

/** Subjects are identified by code. A parent must exist or be on an earlier line. */
export function subjectImportSource(
  keeper: SubjectKeeper,
  removal: Pick<SubjectRemoval, 'remove'>,
): ImportSource<SubjectPlan> {
  const way = {
    take: keeper.take.bind(keeper),
    edit: keeper.edit.bind(keeper),
    remove: removal.remove.bind(removal),
  };
  return {
    declaration: subjectImport,
    judge: (db, _principal, lines, rules) => checkLines(db, lines, rules),
    async carryOut(transaction, context, { verdict, plan }, objectId) {
      const { parentCode, code, ...edit } = plan;
      if (verdict === 'new') {
        const parent = parentCode ? await findSubjectByCode(transaction, parentCode) : undefined;
        if (parentCode && !parent) throw invalidField('parent', 'parentMissing');
        const subject = newSubject.parse({ ...edit, code, parentId: parent?.id ?? null });
        await keeper.add(transaction, context, subject, objectId);
        return madeByLine;
      }
      const { row } = await keeper.take(transaction, context, objectId);
      const before = pick(subjectValues(row), edit);
      return { before, version: await keeper.edit(transaction, context, objectId, edit) };
    },
    undo: (transaction, item, actor) => undoLine(transaction, actor, item, way),
  };
}

async function checkLines(
  db: Executor,
  lines: readonly ImportValues[],
  rules: ImportRules,
): Promise<JudgedLine<SubjectPlan>[]> {
  const codes = lines.flatMap((line) => [line.code ?? '', line.parent ?? '']).map((code) => code.toLowerCase());
  const named = lines.flatMap(collegesSaid).map((text) => text.toLowerCase());
  const { rows } = await sql<Existing>`select subjects.id, subjects.code, subjects.name, subjects.description,
      above.code as parent_code, array(select colleges.code from subject_colleges
        join colleges on colleges.id = subject_colleges.college_id
        where subject_colleges.subject_id = subjects.id order by colleges.code) as colleges
    from subjects left join subjects above on above.id = subjects.parent_id
    where lower(subjects.code) = any (${codes}::text[])`.execute(db);
  const { rows: colleges } = await sql<{ id: string; code: string; name: string }>`select id, code, name from colleges
    where lower(code) = any (${named}::text[]) or lower(name) = any (${named}::text[])`.execute(db);
  const known: Known = {
    subjects: new Map(rows.map((row) => [row.code.toLowerCase(), row])),
    colleges: new Map(
      colleges.flatMap((row) => [[row.name.toLowerCase(), row] as const, [row.code.toLowerCase(), row] as const]),
    ),
    before: new Set(rules.earlier?.keys() ?? []),
  };
  return lines.map((line) => {
    const judged = checkLine(line, known, rules);
    if (judged.verdict === 'new' && judged.key) known.before.add(judged.key);
    return judged;
  });
}

/** Separated by semicolons or commas. */
function collegesSaid(line: ImportValues): string[] {
  return (line.colleges ?? '')
    .split(/[;；,，]/)
    .map((text) => text.trim())
    .filter(Boolean);
}

function checkLine(line: ImportValues, known: Known, rules: ImportRules): JudgedLine<SubjectPlan> {
  const { said, problems } = readTexts(line);
  const key = (line.code ?? '').toLowerCase();
  const existing = known.subjects.get(key);
  const named = collegesSaid(line).map((text) => ({ text, college: known.colleges.get(text.toLowerCase()) }));
  for (const { text, college } of named) if (!college) problems.push(wrong('colleges', 'unknownCollege', text));
  const parent = line.parent?.toLowerCase();
  if (parent && !known.subjects.has(parent) && !known.before.has(parent)) {
    problems.push(wrong('parent', 'unknownSubject', line.parent ?? ''));
  }
  // An import can’t move an existing subject, because the effect was not previewed.
  if (parent && existing && existing.parent_code?.toLowerCase() !== parent) {
    problems.push(problem('parent', 'placeNeedsMove'));
  }
  if (!existing && !said.name && problems.length === 0) problems.push(problem('name', 'required'));
  const found = named.flatMap(({ college }) => (college ? [college] : []));
  const plan: SubjectPlan = {
    code: line.code ?? '',
    ...said,
    ...(found.length > 0 && { collegeIds: [...new Set(found.map(({ id }) => id))].sort() }),
    parentCode: line.parent || null,
  };
  const colleges = [...new Set(found.map(({ code }) => code))].sort().join('; ');
  const words = { ...said, ...(colleges && { colleges }), ...(!existing && line.parent && { parent: line.parent }) };
  const there = existing && {
    id: existing.id,
    values: { name: existing.name, description: existing.description, colleges: existing.colleges.join('; ') },
  };
  const label = said.name ?? existing?.name ?? line.code ?? '';
  return verdictOf({ label, key, plan, problems }, there, words, rules);
}

function readTexts(line: ImportValues) {
  const problems: ImportProblem[] = [];
  const said: { name?: string; description?: string } = {};
  if (!line.code) problems.push(problem('code', 'required'));
  for (const field of ['code', 'name', 'description'] as const) {
    const text = line[field];
    if (!text) continue;
    if (text.length > limits[field]) problems.push(problem(field, 'tooLong', { limit: limits[field] }));
    else if (!subjectFields[field].safeParse(text).success) problems.push(wrong(field, 'codeCharacters', text));
    else if (field !== 'code') said[field] = text;
  }
  return { said, problems };
}
