import type { ImportLine, ImportProblem } from '@lectern/contract/import/define-import.ts';
import { type RoleId, roleNames } from '@lectern/contract/roles.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { Principal } from '../../../platform/http/principal.ts';
import {
  type ImportRules,
  type ImportValues,
  type JudgedLine,
  problem,
} from '../../../platform/import/import-source.ts';
import { isForOthersToDecide, mayManageRole, usualRole } from '../user.policy.ts';
import type { UserColumns } from '../user.repository.ts';
import { PlaceJudge } from './place-judge.ts';
import { readUserLine, type UserLine, wrong } from './read-user-line.ts';
import {
  type KnownUser,
  listDepartmentsByCode,
  listPositionsByName,
  listUsersByAccount,
} from './user-import.repository.ts';

export type UserPlan = { account: string; columns: Partial<UserColumns>; known: KnownUser | undefined };

/** What each line would do to the people who are there. Everything it needs is looked up once for all lines. */
export async function judgeUserLines(
  db: Executor,
  principal: Principal,
  values: readonly ImportValues[],
  rules: ImportRules,
): Promise<JudgedLine<UserPlan>[]> {
  const lines = values.map(readUserLine);
  const lower = (texts: (string | undefined)[]) => texts.flatMap((text) => (text ? [text.toLowerCase()] : []));
  const [users, departments, positions] = await Promise.all([
    listUsersByAccount(db, principal, lower(lines.map((line) => line.account))),
    listDepartmentsByCode(db, lower(lines.map((line) => line.departmentCode))),
    listPositionsByName(db, lower(lines.map((line) => line.positionName))),
  ]);
  const known = {
    users: new Map(users.map((user) => [user.account.toLowerCase(), user])),
    departments: new Map(departments.map((department) => [department.code.toLowerCase(), department])),
    positions: new Map(positions.map((position) => [position.name.toLowerCase(), position])),
  };
  const places = new PlaceJudge(db, principal);
  const judged: JudgedLine<UserPlan>[] = [];
  // One after the other: a transaction has one connection.
  for (const line of lines) judged.push(await judgeLine(line, { known, places, principal, rules }));
  return judged;
}

type Known = {
  users: Map<string, KnownUser>;
  departments: Map<string, { id: string; code: string }>;
  positions: Map<string, { id: string; name: string; role_id: number }>;
};
type Circumstances = { known: Known; places: PlaceJudge; principal: Principal; rules: ImportRules };

async function judgeLine(line: UserLine, circumstances: Circumstances): Promise<JudgedLine<UserPlan>> {
  const { known, places, principal, rules } = circumstances;
  const user = known.users.get(line.account);
  const { columns, changes, problems } = columnsOf(line, user, known);
  const label = line.name ?? user?.name ?? line.account;
  const base = { label, key: line.account || null, objectId: user?.id ?? null };
  const plan = { account: line.account, columns, known: user };
  if (!user && !line.name && problems.every(({ field }) => field !== 'name'))
    problems.push(problem('name', 'required'));
  if (problems.length === 0) problems.push(...judgePower(principal, user, columns));
  if (problems.length === 0) problems.push(...(await places.judge(columns, user)));
  if (problems.length > 0) return { ...base, verdict: 'invalid', problems, changes: [], plan };
  if (!user) return { ...base, verdict: 'new', problems, changes, plan };
  const why = rules.existing === 'skip' ? 'existsAlready' : changes.length === 0 ? 'nothingToChange' : undefined;
  if (why) return { ...base, verdict: 'skipped', problems: [problem(null, why)], changes: [], plan };
  return { ...base, verdict: 'changed', problems, changes, plan };
}

function judgePower(principal: Principal, user: KnownUser | undefined, columns: Partial<UserColumns>): ImportProblem[] {
  if (user && !user.in_scope) return [problem(null, 'outOfScope')];
  const roles = [user?.role_id, columns.role_id ?? (user ? undefined : usualRole)];
  if (roles.some((role) => role !== undefined && !mayManageRole(principal.roleId, role))) {
    return [problem('role', 'morePower')];
  }
  const isOneself = user?.id === principal.userId;
  return isOneself && isForOthersToDecide(principal, Object.keys(columns)) ? [problem(null, 'oneself')] : [];
}

type Found = { columns: Partial<UserColumns>; changes: ImportLine['changes']; problems: ImportProblem[] };

/** What differs from the person who is there; ids for us, names for people. */
function columnsOf(line: UserLine, user: KnownUser | undefined, known: Known): Found {
  const problems = [...line.problems];
  const department = line.departmentCode ? known.departments.get(line.departmentCode.toLowerCase()) : undefined;
  if (line.departmentCode && !department) problems.push(wrong('department', 'unknownDepartment', line.departmentCode));
  const position = line.positionName ? known.positions.get(line.positionName.toLowerCase()) : undefined;
  if (line.positionName && !position) problems.push(wrong('position', 'unknownPosition', line.positionName));
  const roleId = line.roleId ?? (user ? undefined : usualRole);
  const role = (id: number | undefined) => (id === undefined ? null : roleNames[id as RoleId]);
  const found: Found = { columns: {}, changes: [], problems };
  const add = (field: string, column: keyof UserColumns, value: string | number | undefined, read: Reading) => {
    if (value === undefined || (user && user[column] === value)) return;
    Object.assign(found.columns, { [column]: value });
    found.changes.push({ field, before: user ? (read.before ?? '') : null, after: read.after ?? String(value) });
  };
  add('name', 'name', line.name, { before: user?.name });
  add('email', 'email', line.email, { before: user?.email });
  add('phone', 'phone', line.phone, { before: user?.phone });
  add('role', 'role_id', roleId, { before: role(user?.role_id), after: role(roleId) });
  add('department', 'department_id', department?.id, { before: user?.department_code, after: department?.code });
  add('position', 'position_id', position?.id, { before: user?.position_name, after: position?.name });
  return found;
}

type Reading = { before?: string | null | undefined; after?: string | null | undefined };
