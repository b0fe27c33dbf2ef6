import { type UserRow, userList } from '@lectern/contract/features/user.ts';
import { accessFlag } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Cell } from '../../platform/list/csv.ts';
import { frequentPieces } from '../../platform/list/frequent-pieces.ts';
import { type ExportWords, listSource } from '../../platform/list/list-source.ts';
import {
  contains,
  isBelow,
  isBetweenDays,
  isInScope,
  isOneOf,
  planSearch,
  searches,
} from '../../platform/list/meanings.ts';
import { messagesIn } from '../../platform/messages.ts';

export type UserRecord = {
  id: string;
  name: string;
  account: string;
  email: string | null;
  phone: string | null;
  role_id: UserRow['roleId'];
  access: UserRow['access'];
  last_sign_in_at: Date | null;
  created_at: Date;
  version: number;
  position_id: string | null;
  position_name: string | null;
  department_id: string | null;
  department_name: string | null;
  college_id: string | null;
  college_name: string | null;
  group_id: string | null;
  group_name: string | null;
  sessions: number;
  locked_until: Date | null;
  two_factor: boolean;
  erased: boolean;
};

/** A user is locked while the shared limit on password guesses by strangers is reached. */
const lock = sql`(
  select bucket.window_ends_at from rate_limits bucket
  where bucket.key = 'guess:account:' || encode(sha256(convert_to(lower(users.account), 'UTF8')), 'hex')
    and bucket.count >= 10 and bucket.window_ends_at > now())`;

const searchText = sql`users.search_text`;

/**
 * The expression of the last sign-in index, so that the planner detects a tab and a filter that contradict each other.
 */
const lastSignIn = sql`coalesce(users.last_sign_in_at, 'epoch'::timestamptz)`;
const neverSignedIn = sql`${lastSignIn} = 'epoch'::timestamptz`;

export const userListSource = listSource<typeof userList, UserRecord>({
  list: userList,
  from: sql`users`,
  joins: sql`
    left join departments on departments.id = users.department_id
    left join colleges on colleges.id = departments.college_id
    left join positions on positions.id = users.position_id
    left join permission_groups on permission_groups.id = users.group_id and permission_groups.deleted_at is null`,
  id: sql`users.id`,
  columns: sql`users.id, users.name, users.account, users.email, users.phone, users.role_id, users.access,
    users.last_sign_in_at, users.created_at, users.version, users.totp_secret is not null as two_factor,
    users.erased_at is not null as erased,
    positions.id as position_id, positions.name as position_name,
    departments.id as department_id, departments.name as department_name,
    colleges.id as college_id, colleges.name as college_name,
    permission_groups.id as group_id, permission_groups.name as group_name,
    (select count(*) from sessions where sessions.user_id = users.id and sessions.ended_at is null
      and sessions.expires_at > now()) as sessions,
    ${lock} as locked_until`,
  scope: (principal) =>
    isInScope(dataScopeOf(principal), { departmentId: sql`users.department_id`, ownerId: sql`users.id` }),
  search: (text) => searches(searchText, text),
  planner: {
    search: {
      plan: async (db, text) =>
        planSearch({ searchText, id: sql`users.id` }, text, await frequentPieces(db, 'users_search')),
    },
  },
  filters: {
    name: (text) => contains(sql`users.name`, text),
    account: (text) => contains(sql`users.account`, text),
    email: (text) => contains(sql`users.email`, text),
    role: (roles) => isOneOf(sql`users.role_id`, roles.map(Number)),
    access: (access) => sql`users.access = ${access === 'allow' ? 0 : 1}`,
    department: (ids) => isBelow(sql`users.department_id`, sql`departments`, ids),
    college: (ids) => sql`users.department_id in (
      select id from departments where ${isOneOf(sql`departments.college_id`, ids)})`,
    position: (ids) => isOneOf(sql`users.position_id`, ids),
    lastSignIn: (days, context) => isBetweenDays(sql`users.last_sign_in_at`, days, context),
    created: (days, context) => isBetweenDays(sql`users.created_at`, days, context),
    twoFactor: (yes) => (yes ? sql`users.totp_secret is not null` : sql`users.totp_secret is null`),
    locked: (yes) => (yes ? sql`${lock} is not null` : sql`${lock} is null`),
    signedIn: (yes) => (yes ? sql`${lastSignIn} > 'epoch'::timestamptz` : neverSignedIn),
    createdBy: (id) => sql`users.created_by = ${id}`,
  },
  sorts: {
    name: { by: sql`lower(users.name)`, type: 'text' },
    account: { by: sql`lower(users.account)`, type: 'text' },
    role: { by: sql`users.role_id`, type: 'integer' },
    lastSignIn: { by: lastSignIn, type: 'timestamptz' },
    email: { by: sql`lower(coalesce(users.email, ''))`, type: 'text' },
    created: { by: sql`users.created_at`, type: 'timestamptz' },
  },
  tabs: {
    all: sql`true`,
    allowed: sql`users.access = 0`,
    forbidden: sql`users.access = 1`,
    neverSignedIn,
    administrators: sql`users.role_id <= 2`,
  },
  present: presentUser,
  exportCell: (column, row, words) => exportCells[column as keyof typeof userList.columns](row as UserRow, words),
});

const exportCells: Record<keyof typeof userList.columns, (user: UserRow, words: ExportWords) => Cell> = {
  name: (user) => user.name,
  account: (user) => user.account,
  role: (user, words) => messagesIn(words.language).words.roles[user.roleId],
  position: (user) => user.position?.name ?? null,
  department: (user) => user.department?.name ?? null,
  college: (user) => user.college?.name ?? null,
  group: (user) => user.group?.name ?? null,
  access: (user, words) =>
    messagesIn(words.language).user.access[user.access === accessFlag.allow ? 'allow' : 'forbid'],
  twoFactor: (user, words) => words.yesNo(user.twoFactor),
  lastSignIn: (user, words) => words.instant(user.lastSignInAt),
  sessions: (user) => user.sessions,
  email: (user) => user.email,
  phone: (user) => user.phone,
  created: (user, words) => words.instant(user.createdAt),
};

export function presentUser(row: UserRecord): UserRow {
  const unit = (id: string | null, name: string | null) => (id && name !== null ? { id, name } : null);
  return {
    id: row.id,
    name: row.name,
    account: row.account,
    email: row.email,
    phone: row.phone,
    roleId: row.role_id,
    position: unit(row.position_id, row.position_name),
    department: unit(row.department_id, row.department_name),
    college: unit(row.college_id, row.college_name),
    group: unit(row.group_id, row.group_name),
    access: row.access,
    twoFactor: row.two_factor,
    erased: row.erased,
    lockedUntil: row.locked_until?.toISOString() ?? null,
    lastSignInAt: row.last_sign_in_at?.toISOString() ?? null,
    sessions: row.sessions,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  };
}
