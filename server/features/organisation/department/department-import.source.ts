import { departmentFields, departmentImport, newDepartment } from '@lectern/contract/features/department.ts';
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
import { departmentValues } from './department.presenter.ts';
import { findDepartmentByCode, type StoredDepartment } from './department.repository.ts';
import type { DepartmentKeeper } from './department-keeper.ts';
import type { DepartmentRemoval } from './department-removal.ts';

/** Departments are identified by code. A parent must exist or be on an earlier line. */
export function departmentImportSource(
  keeper: DepartmentKeeper,
  removal: Pick<DepartmentRemoval, 'remove'>,
): ImportSource<DepartmentPlan> {
  const way = {
    take: keeper.take.bind(keeper),
    edit: keeper.edit.bind(keeper),
    remove: removal.remove.bind(removal),
  };
  return {
    declaration: departmentImport,
    judge: (db, _principal, lines, rules) => judgeDepartmentLines(db, lines, rules),
    async carryOut(transaction, context, { verdict, plan }, objectId) {
      const { collegeId, parentCode, code, ...edit } = plan;
      if (verdict === 'new') {
        const place = await placeOf(transaction, plan);
        await keeper.add(transaction, context, newDepartment.parse({ ...edit, code, ...place }), objectId);
        return madeByLine;
      }
      const { row } = await keeper.take(transaction, context, objectId);
      const before = pick(departmentValues(row), edit);
      return { before, version: await keeper.edit(transaction, context, objectId, edit) };
    },
    undo: (transaction, item, actor) => undoLine(transaction, actor, item, way),
  };
}

async function placeOf(transaction: Executor, { collegeId, parentCode }: DepartmentPlan) {
  if (!parentCode) return { collegeId, parentId: null };
  const parent = await findDepartmentByCode(transaction, parentCode);
  if (!parent) throw invalidField('parent', 'parentMissing');
  return { collegeId: collegeId ?? parent.college_id, parentId: parent.id };
}

/** The parent is kept as a code, because an earlier line may create it. */
type DepartmentPlan = {
  code: string;
  name?: string;
  description?: string;
  headId?: string;
  collegeId: string | null;
  parentCode: string | null;
};

type Known = {
  departments: Map<string, StoredDepartment>;
  colleges: Map<string, { id: string; code: string }>;
  people: Map<string, { id: string; account: string }>;
  accounts: Map<string, string>;
  /** Codes of earlier lines. */
  before: Set<string>;
};

async function judgeDepartmentLines(
  db: Executor,
  values: readonly ImportValues[],
  rules: ImportRules,
): Promise<JudgedLine<DepartmentPlan>[]> {
  const lines = values.map(readDepartmentLine);
  const departments = await listByCodes(
    db,
    lines.flatMap((line) => [line.code, line.parent]),
  );
  const known: Known = {
    departments,
    colleges: await listCollegesSaid(
      db,
      lines.map((line) => line.college),
    ),
    people: await listPeopleSaid(
      db,
      lines.map((line) => line.head),
    ),
    accounts: await listWords(db, [...departments.values()]),
    before: new Set(rules.earlier?.keys() ?? []),
  };
  return lines.map((line) => {
    const judged = checkLine(line, known, rules);
    if (judged.verdict === 'new') known.before.add(line.code.toLowerCase());
    return judged;
  });
}

function checkLine(line: DepartmentLine, known: Known, rules: ImportRules): JudgedLine<DepartmentPlan> {
  const key = line.code.toLowerCase();
  const existing = known.departments.get(key);
  const head = line.head ? known.people.get(line.head.toLowerCase()) : undefined;
  const problems = [...line.problems];
  if (line.head && !head) problems.push(wrong('head', 'unknownPerson', line.head));
  const place = validatePlace(line, known, existing);
  if (problems.length === 0) problems.push(...place.problems);
  if (!existing && !line.name && problems.length === 0) problems.push(problem('name', 'required'));
  const plan: DepartmentPlan = {
    code: line.code,
    ...(line.name && { name: line.name }),
    ...(line.description && { description: line.description }),
    ...(head && { headId: head.id }),
    collegeId: place.collegeId,
    parentCode: line.parent ?? null,
  };
  const there = existing && { id: existing.id, values: wordsOf(existing, known) };
  const said = { name: line.name, description: line.description, head: head?.account, ...place.said };
  return verdictOf({ label: line.name ?? existing?.name ?? line.code, key, plan, problems }, there, said, rules);
}

type Place = { collegeId: string | null; said: Record<string, string>; problems: ImportProblem[] };

/** Where a line puts its department. An import can’t move an existing one, because the effect was not previewed. */
function validatePlace(line: DepartmentLine, known: Known, existing: StoredDepartment | undefined): Place {
  const college = line.college ? known.colleges.get(line.college.toLowerCase()) : undefined;
  const parent = line.parent ? known.departments.get(line.parent.toLowerCase()) : undefined;
  const refuse = (found: ImportProblem): Place => ({ collegeId: null, said: {}, problems: [found] });
  if (line.college && !college) return refuse(wrong('college', 'unknownCollege', line.college));
  if (line.parent && !parent && !known.before.has(line.parent.toLowerCase())) {
    return refuse(wrong('parent', 'unknownDepartment', line.parent));
  }
  if (existing) {
    const isElsewhere =
      (college && college.id !== existing.college_id) || (line.parent && parent?.id !== existing.parent_id);
    return isElsewhere ? refuse(problem('parent', 'placeNeedsMove')) : { collegeId: null, said: {}, problems: [] };
  }
  if (parent && college && parent.college_id !== college.id) return refuse(problem('parent', 'otherCollege'));
  const collegeId = college?.id ?? parent?.college_id ?? null;
  if (!collegeId && !line.parent) return refuse(problem('college', 'required'));
  const said = { ...(college && { college: college.code }), ...(line.parent && { parent: line.parent }) };
  return { collegeId, said, problems: [] };
}

function wordsOf(row: StoredDepartment, known: Known): Record<string, string | null> {
  const head = row.head_id ? (known.accounts.get(row.head_id) ?? null) : null;
  return { name: row.name, description: row.description, head };
}

/** A line of an import, checked as far as possible without the database. Empty cells change nothing. */
type DepartmentLine = {
  code: string;
  name?: string;
  description?: string;
  college?: string;
  parent?: string;
  head?: string;
  problems: ImportProblem[];
};

const limits = { code: 40, name: 100, description: 2000 } as const;

function readDepartmentLine(values: ImportValues): DepartmentLine {
  const problems: ImportProblem[] = [];
  const line: DepartmentLine = { code: values.code ?? '', problems };
  if (!line.code) problems.push(problem('code', 'required'));
  for (const field of ['code', 'name', 'description'] as const) {
    const text = values[field];
    if (!text) continue;
    if (text.length > limits[field]) problems.push(problem(field, 'tooLong', { limit: limits[field] }));
    else if (!departmentFields[field].safeParse(text).success) problems.push(wrong(field, 'codeCharacters', text));
    else line[field] = text;
  }
  for (const field of ['college', 'parent', 'head'] as const) if (values[field]) line[field] = values[field];
  return line;
}

const lower = (texts: readonly (string | undefined)[]) => [
  ...new Set(texts.flatMap((text) => (text ? [text.toLowerCase()] : []))),
];

async function listByCodes(db: Executor, codes: readonly (string | undefined)[]) {
  const rows: StoredDepartment[] = await db
    .selectFrom('departments')
    .selectAll()
    .where(sql`lower(code)`, '=', sql`any (${lower(codes)}::text[])`)
    .execute();
  return new Map(rows.map((row) => [row.code.toLowerCase(), row]));
}

/** Matches by code or full name; a code wins over another college's name. */
async function listCollegesSaid(db: Executor, texts: readonly (string | undefined)[]) {
  const { rows } = await sql<{ id: string; code: string; name: string }>`
    select id, code, name from colleges
    where lower(code) = any (${lower(texts)}::text[]) or lower(name) = any (${lower(texts)}::text[])
    order by sort, id`.execute(db);
  return new Map(
    [...rows.map((row) => [row.name, row] as const), ...rows.map((row) => [row.code, row] as const)].map(
      ([text, row]) => [text.toLowerCase(), row],
    ),
  );
}

async function listPeopleSaid(db: Executor, accounts: readonly (string | undefined)[]) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'account'])
    .where(sql`lower(account)`, '=', sql`any (${lower(accounts)}::text[])`)
    .where('access', '=', 0)
    .execute();
  return new Map(rows.map((row) => [row.account.toLowerCase(), row]));
}

/** Account names by id, for comparing with lines. */
async function listWords(db: Executor, departments: readonly StoredDepartment[]) {
  const ids = departments.flatMap((row) => (row.head_id ? [row.head_id] : []));
  const rows = await db
    .selectFrom('users')
    .select(['id', 'account'])
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.id, row.account]));
}
