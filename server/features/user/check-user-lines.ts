import { accountLimits } from '@lectern/contract/features/auth.ts';
import { newUser, userFields } from '@lectern/contract/features/user.ts';
import type { ImportLine, ImportProblem } from '@lectern/contract/import/define-import.ts';
import { type Language, languages } from '@lectern/contract/language.ts';
import { hasAbility, type RoleId, roleIds } from '@lectern/contract/roles.ts';
import { normaliseAccount } from '../../platform/account-name.ts';
import { AppError, invalidField } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { type ImportRules, type ImportValues, type JudgedLine, problem } from '../../platform/import/import-source.ts';
import { messagesIn } from '../../platform/messages.ts';
import { listGroupChoices } from './default-group.repository.ts';
import { isForOthersToDecide, mayManageRole, usualRole } from './user.policy.ts';
import { listPathsAllowedTo, type UserColumns } from './user.repository.ts';
import {
  type KnownUser,
  listDepartmentsByCode,
  listPositionsByName,
  listUsersByAccount,
} from './user-import.repository.ts';
import { validatePlace } from './validate-place.ts';

export type UserPlan = { account: string; columns: Partial<UserColumns>; known: KnownUser | undefined };

/** Judges what each line would change; everything it needs is read once for all lines. */
export async function checkUserLines(
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
  const groups = await newcomerGroups(db, rules.within);
  const places = new PlaceJudge(db, principal, rules.language);
  const judged: JudgedLine<UserPlan>[] = [];
  // Sequential, because a transaction has a single connection.
  for (const line of lines) judged.push(await checkLine(line, { known, groups, places, principal, rules }));
  return judged;
}

type Known = {
  users: Map<string, KnownUser>;
  departments: Map<string, { id: string; code: string }>;
  positions: Map<string, { id: string; name: string; role_id: number }>;
};
type Circumstances = {
  known: Known;
  groups: NewcomerGroups;
  places: PlaceJudge;
  principal: Principal;
  rules: ImportRules;
};

type NewcomerGroups = (roleId: RoleId) => { id: string; name: string } | undefined;

/** The group of new people: the one chosen for this import, or else the default of their role. */
async function newcomerGroups(db: Executor, chosen: string | null): Promise<NewcomerGroups> {
  const groups = await listGroupChoices(db);
  const group = groups.find(({ id }) => id === chosen);
  if (chosen && !group) throw invalidField('within', 'noSuchGroup');
  return (roleId) => group ?? groups.find(({ defaultFor }) => defaultFor.some((role) => role === roleId));
}

async function checkLine(line: UserLine, circumstances: Circumstances): Promise<JudgedLine<UserPlan>> {
  const { known, groups, places, principal, rules } = circumstances;
  const user = known.users.get(line.account);
  const { columns, changes, problems } = columnsOf(line, user, known, rules.language);
  const group = user ? undefined : groups(line.roleId ?? usualRole);
  if (group) {
    columns.group_id = group.id;
    changes.push({ field: 'group', before: null, after: group.name });
  }
  const label = line.name ?? user?.name ?? line.account;
  const base = { label, key: line.account || null, objectId: user?.id ?? null };
  const plan = { account: line.account, columns, known: user };
  if (!user && !line.name && problems.every(({ field }) => field !== 'name'))
    problems.push(problem('name', 'required'));
  if (problems.length === 0) problems.push(...judgePower(principal, user, columns));
  if (problems.length === 0) problems.push(...(await places.judge(columns, user)));
  if (problems.length > 0) return { ...base, verdict: 'invalid', problems, changes: [], plan };
  if (!user) {
    if (await places.opensNothing(columns)) problems.push(problem(null, 'opensNoPage'));
    return { ...base, verdict: 'new', problems, changes, plan };
  }
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

type LineResult = { columns: Partial<UserColumns>; changes: ImportLine['changes']; problems: ImportProblem[] };

/** The differences from the existing person: ids for the columns, names for display. */
function columnsOf(line: UserLine, user: KnownUser | undefined, known: Known, language: Language): LineResult {
  const problems = [...line.problems];
  const department = line.departmentCode ? known.departments.get(line.departmentCode.toLowerCase()) : undefined;
  if (line.departmentCode && !department) problems.push(wrong('department', 'unknownDepartment', line.departmentCode));
  const position = line.positionName ? known.positions.get(line.positionName.toLowerCase()) : undefined;
  if (line.positionName && !position) problems.push(wrong('position', 'unknownPosition', line.positionName));
  const roleId = line.roleId ?? (user ? undefined : usualRole);
  const { roles } = messagesIn(language).words;
  const role = (id: number | undefined) => (id === undefined ? null : roles[id as RoleId]);
  const found: LineResult = { columns: {}, changes: [], problems };
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

/** Judges people's places. A file repeats few places, so answers for new people are cached. */
class PlaceJudge {
  readonly #db: Executor;
  readonly #principal: Principal;
  readonly #language: Language;
  readonly #newcomers = new Map<string, ImportProblem[]>();
  readonly #pages = new Map<string, number>();

  constructor(db: Executor, principal: Principal, language: Language) {
    this.#db = db;
    this.#principal = principal;
    this.#language = language;
  }

  async judge(columns: Partial<UserColumns>, user: KnownUser | undefined): Promise<ImportProblem[]> {
    const after = {
      department_id: columns.department_id ?? user?.department_id ?? null,
      position_id: columns.position_id ?? user?.position_id ?? null,
      group_id: columns.group_id ?? user?.group_id ?? null,
      role_id: columns.role_id ?? user?.role_id ?? usualRole,
    };
    if (user) {
      const moves = 'department_id' in columns || 'position_id' in columns || 'role_id' in columns;
      return moves ? this.#ask(after, user) : [];
    }
    const key = `${after.department_id} ${after.position_id} ${after.group_id} ${after.role_id}`;
    const asked = this.#newcomers.get(key) ?? (await this.#ask(after, undefined));
    this.#newcomers.set(key, asked);
    return asked;
  }

  /** Whether a new person could open nothing but their profile. */
  async opensNothing({ department_id, position_id, group_id, role_id = usualRole }: Partial<UserColumns>) {
    if (hasAbility(role_id, 'superAdmin')) return false;
    const key = `${department_id} ${position_id} ${group_id}`;
    const place = { departmentId: department_id ?? null, positionId: position_id ?? null, groupId: group_id ?? null };
    const known = this.#pages.get(key) ?? (await listPathsAllowedTo(this.#db, { userId: null, ...place })).length;
    this.#pages.set(key, known);
    return known === 0;
  }

  async #ask(after: Parameters<typeof validatePlace>[2], user: KnownUser | undefined): Promise<ImportProblem[]> {
    try {
      await validatePlace(this.#db, this.#principal, after, user);
      return [];
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return [this.#problemOf(error)];
    }
  }

  #problemOf({ code, params: { pages } }: AppError): ImportProblem {
    if (code === 'outsideScope') return problem('department', 'outOfScope');
    if (code === 'scopeBeyondOwn') return problem('position', 'scopeBeyondOwn');
    if (code === 'pagesBeyondOwn' && typeof pages === 'object') {
      return problem(null, 'pagesBeyondOwn', { pages: pages[this.#language] });
    }
    return problem('position', 'morePower');
  }
}

/** An import line, checked as far as possible without the database; empty cells change nothing. */
type UserLine = {
  account: string;
  name?: string;
  email?: string;
  phone?: string;
  roleId?: RoleId;
  departmentCode?: string;
  positionName?: string;
  problems: ImportProblem[];
};

const rolesByName = new Map<string, RoleId>(
  roleIds.flatMap((id) => [
    [String(id), id] as const,
    ...languages.map((language) => [messagesIn(language).words.roles[id].toLowerCase(), id] as const),
  ]),
);
const limits = { name: 100, phone: 40 };
const shown = 60;

function readUserLine(values: ImportValues): UserLine {
  const problems: ImportProblem[] = [];
  const text = (field: string) => values[field] || undefined;
  const account = normaliseAccount(values.account ?? '');
  const accountProblem = judgeAccount(account);
  if (accountProblem) problems.push(accountProblem);
  const read = (field: 'name' | 'phone') => {
    const given = text(field);
    if (!given || userFields[field].safeParse(given).success) return given;
    problems.push(problem(field, 'tooLong', { limit: limits[field] }));
    return undefined;
  };
  const line = { account, ...given('name', read('name')), ...given('phone', read('phone')) };
  const email = text('email');
  if (email && !userFields.email.safeParse(email).success) problems.push(wrong('email', 'notAnEmail', email));
  const role = text('role');
  const roleId = role && rolesByName.get(role.toLowerCase());
  if (role && !roleId) problems.push(wrong('role', 'unknownRole', role));
  return {
    ...line,
    ...given('email', email),
    ...given('roleId', roleId || undefined),
    ...given('departmentCode', text('department')),
    ...given('positionName', text('position')),
    problems,
  };
}

function given<Name extends string, Value>(name: Name, value: Value | undefined) {
  return (value === undefined ? {} : { [name]: value }) as { [Key in Name]?: Value };
}

function judgeAccount(account: string): ImportProblem | undefined {
  if (account === '') return problem('account', 'required');
  if (account.length > accountLimits.account) return problem('account', 'tooLong', { limit: accountLimits.account });
  const isAccepted = newUser.shape.account.safeParse(account).success;
  return isAccepted ? undefined : wrong('account', 'wrongCharacters', account);
}

function wrong(field: string, code: ImportProblem['code'], value: string): ImportProblem {
  return problem(field, code, { value: value.slice(0, shown) });
}
