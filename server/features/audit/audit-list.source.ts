import { actionName, fieldName, objectName } from '@lectern/contract/features/activity-names.ts';
import { type AuditRow, auditList } from '@lectern/contract/features/audit.ts';
import { countLimit } from '@lectern/contract/list/define-list.ts';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/database.ts';
import type { Cell } from '../../platform/list/csv.ts';
import { type Condition, type ExportWords, listSource } from '../../platform/list/list-source.ts';
import { isBetweenDays, isOneOf, planSearch } from '../../platform/list/meanings.ts';
import { boundedCount } from '../../platform/list/read-counts.ts';
import { messagesIn } from '../../platform/messages.ts';
import { changedFieldsOf, maySeeAddresses } from './audit.policy.ts';
import { type AuditRecord, presentAuditRow } from './audit.presenter.ts';
import { auditColumns, auditJoins } from './audit.repository.ts';

const isIn = (area: string): Condition => sql`activities.area = ${sql.lit(area)}`;
const listed = auditList.tabs.filter((tab) => tab !== 'all');
/** The search considers at most this many people with matching names; use the person filter beyond that. */
const peopleMeant = 100;

/** All activities, newest first. The cost of a page doesn't grow with the size of the log. */
export const auditListSource = listSource<typeof auditList, AuditRecord>({
  list: auditList,
  from: sql`activities`,
  joins: auditJoins,
  id: sql`activities.id`,
  idType: 'bigint',
  columns: (principal) => auditColumns({ withAddress: maySeeAddresses(principal) }),
  scope: () => sql`true`,
  search: (text) => sql`activities.object_id = ${text}`,
  // People are looked up first because the query plan depends on how many match.
  planner: { search: { plan: async (db, text) => ({ condition: await meantBy(db, text) }) } },
  filters: {
    actor: (id) => sql`activities.actor_id = ${id}`,
    // Already resolved to action names by AuditService.meant.
    action: (names) => sql`activities.action = any (${names.split(',')}::text[])`,
    object: (types) => isOneOf(sql`activities.object_type`, types),
    objectId: (id) => sql`activities.object_id = ${id}`,
    at: (days, context) => isBetweenDays(sql`activities.at`, days, context),
    ip: (ip, { principal }) => (maySeeAddresses(principal) ? sql`activities.ip = ${ip}` : sql`false`),
    byProduct: (yes) => (yes ? sql`activities.actor_id is null` : sql`activities.actor_id is not null`),
  },
  sorts: { at: { by: sql`activities.at`, type: 'timestamptz' } },
  tabs: {
    all: sql`true`,
    signIn: isIn('signIn'),
    people: isIn('people'),
    content: isIn('content'),
    system: isIn('system'),
  },
  countTabs: (db) => countTabs(db),
  present: presentAuditRow,
  exportCell: (column, row, words) => exportCells[column as keyof typeof auditList.columns](row as AuditRow, words),
});

/** Activities by or about matching people, or about the object with exactly this id. */
async function meantBy(db: Executor, text: string): Promise<Condition> {
  const { condition } = planSearch({ searchText: sql`users.search_text`, id: sql`users.id` }, text, new Set());
  const { rows } = await sql<{ id: string }>`
    select id from users where ${condition} limit ${peopleMeant}`.execute(db);
  const ids = rows.map(({ id }) => id);
  const exact = sql`activities.object_id = any (${[...ids, text]}::text[])`;
  return sql`(activities.actor_id = any (${ids}::uuid[]) or ${exact})`;
}

/** Each count stops at the limit, so it reads only a bounded part of the index. */
async function countTabs(db: Executor) {
  const count = (condition: Condition) =>
    sql`(select count(*) from (select 1 from activities where ${condition} limit ${countLimit + 1}) few)`;
  const counts = sql.join(
    [sql`${count(sql`true`)} as "all"`, ...listed.map((tab) => sql`${count(isIn(tab))} as ${sql.id(tab)}`)],
    sql`, `,
  );
  const { rows } = await sql<Record<string, number>>`select ${counts}`.execute(db);
  return Object.fromEntries(auditList.tabs.map((tab) => [tab, boundedCount(rows[0]?.[tab] ?? 0, countLimit)]));
}

const json = (values: AuditRow['before']): Cell => (values ? JSON.stringify(values) : null);

const exportCells: Record<keyof typeof auditList.columns, (row: AuditRow, words: ExportWords) => Cell> = {
  at: (row, words) => words.instant(row.at),
  actor: (row) => (row.actor ? `${row.actor.name} (${row.actor.account})` : null),
  action: (row, words) => `${actionName(row.action, messagesIn(words.language).activity)} [${row.action}]`,
  object: (row, words) =>
    `${objectName(row.object.type, messagesIn(words.language).activity)} ${row.object.name ?? row.object.id}`,
  changes: (row, words) => {
    const { activity, scan } = messagesIn(words.language);
    const names = changedFieldsOf(row).map((field) => fieldName(field, activity));
    return [...new Set(names)].join(scan.blockReason.and);
  },
  ip: (row) => row.ip,
  before: (row) => json(row.before),
  after: (row) => json(row.after),
  requestId: (row) => row.requestId,
};
