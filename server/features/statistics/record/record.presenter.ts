import type { AccessRecordRow } from '@lectern/contract/features/access-record.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Principal } from '../../../platform/http/principal.ts';
import { type EventDimension, numberOf } from '../rollup/dimension.ts';
import { maskAddress, maySeeAddresses, maySeeVisits } from './record.policy.ts';

type Sql = RawBuilder<unknown>;

/** What rows name, besides resources: the table that knows its name now. */
const namedThings = {
  site: { column: 'key_id', table: 'api_keys', name: 'name' },
  course: { column: 'course_id', table: 'courses', name: 'name' },
  chapter: { column: 'chapter_id', table: 'chapters', name: 'title' },
  column: { column: 'column_id', table: 'columns', name: 'name' },
  college: { column: 'college_id', table: 'colleges', name: 'name' },
  department: { column: 'department_id', table: 'departments', name: 'name' },
  subject: { column: 'subject_id', table: 'subjects', name: 'name' },
} as const;
type NamedThing = keyof typeof namedThings;
const things = Object.keys(namedThings) as NamedThing[];

export type AccessRecord = {
  seq: number;
  at: Date;
  action: AccessRecordRow['action'];
  source: AccessRecordRow['source'];
  user_id: string | null;
  user_name: string | null;
  user_account: string | null;
  reader: string | null;
  role: AccessRecordRow['role'];
  resource_id: string | null;
  resource_title: string | null;
  resource_kind: 'document' | 'video' | 'audio' | 'image' | null;
  resource_there: boolean;
  position_ms: number | null;
  seconds: number | null;
  query: string | null;
  hits: number | null;
  client: string | null;
  device: AccessRecordRow['device'];
  ip: string | null;
  robot: boolean;
  visit: string | null;
  sees_addresses: boolean;
  sees_visits: boolean;
} & Record<`${NamedThing}_id` | `${NamedThing}_name` | `${NamedThing}_there`, unknown>;

/** What is gone is called as it was last. */
const lastName = (dimension: EventDimension, id: Sql) => sql`(select access_keys.name from access_keys
  where access_keys.dimension = ${numberOf(dimension)} and access_keys.key = ${id}::text)`;

export const recordJoins: Sql = sql`
  left join users as person on person.id = access_events.user_id
  left join resources as resource on resource.id = access_events.resource_id and resource.state <> 'purged'
  ${sql.join(
    things.map((thing) => {
      const { table, column } = namedThings[thing];
      return sql`left join ${sql.table(table)} as ${sql.id(`the_${thing}`)}
        on ${sql.id(`the_${thing}`)}.id = access_events.${sql.id(column)}`;
    }),
    sql` `,
  )}`;

export function recordColumns(principal?: Principal): Sql {
  const named = things.map((thing) => {
    const { column, name } = namedThings[thing];
    const id = sql`access_events.${sql.id(column)}`;
    const there = sql.id(`the_${thing}`);
    return sql`${id} as ${sql.id(`${thing}_id`)}, ${there}.id is not null as ${sql.id(`${thing}_there`)},
      case when ${id} is not null then coalesce(${there}.${sql.id(name)}, ${lastName(thing, id)}) end as ${sql.id(`${thing}_name`)}`;
  });
  return sql`access_events.seq, access_events.at, access_events.action, access_events.source, access_events.user_id,
    person.name as user_name, person.account as user_account, access_events.reader, access_events.role,
    access_events.resource_id, coalesce(resource.title, ${lastName('resource', sql`access_events.resource_id`)}) as resource_title,
    coalesce(resource.kind, access_events.kind) as resource_kind, resource.id is not null as resource_there,
    access_events.position_ms, access_events.seconds, access_events.query, access_events.hits, access_events.client,
    access_events.device, host(access_events.ip) as ip, access_events.robot, access_events.visit,
    ${principal ? maySeeAddresses(principal) : false}::boolean as sees_addresses,
    ${principal ? maySeeVisits(principal) : false}::boolean as sees_visits, ${sql.join(named)}`;
}

export function presentRecord(row: AccessRecord): AccessRecordRow {
  const named = (thing: NamedThing) => {
    const id = row[`${thing}_id`] as string | null;
    return id === null ? null : { id, name: row[`${thing}_name`] as string | null, gone: !row[`${thing}_there`] };
  };
  return {
    id: String(row.seq),
    at: row.at.toISOString(),
    action: row.action,
    source: row.source,
    person:
      row.user_id && row.user_name !== null
        ? { id: row.user_id, name: row.user_name, account: row.user_account ?? '' }
        : null,
    reader: row.reader,
    role: row.role,
    resource: row.resource_id
      ? { id: row.resource_id, name: row.resource_title, gone: !row.resource_there, kind: row.resource_kind }
      : null,
    site: named('site'),
    course: named('course'),
    chapter: named('chapter'),
    column: named('column'),
    college: named('college'),
    department: named('department'),
    subject: named('subject'),
    positionSeconds: row.position_ms === null ? null : row.position_ms / 1000,
    seconds: row.seconds,
    query: row.query,
    hits: row.hits,
    client: row.client,
    device: row.device,
    ip: row.ip === null || row.sees_addresses ? row.ip : maskAddress(row.ip),
    robot: row.robot,
    hasVisit: row.sees_visits && row.visit !== null,
  };
}
