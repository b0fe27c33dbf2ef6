import { isIP, isIPv4 } from 'node:net';
import type { AccessRecordRow } from '@lectern/contract/features/access-record.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { sql } from 'kysely';
import type { Principal } from '../../../platform/http/principal.ts';
import {
  eventColumn,
  type NamedDimension,
  namedDimensions,
  namedTables,
  numberOf,
  type Sql,
} from '../rollup/dimension.ts';

/** Only super administrators see full IP addresses; others see the network part. */
export function maySeeAddresses({ roleId }: Pick<Principal, 'roleId'>): boolean {
  return roleId === 1;
}

/** Removes the part of an IP address that identifies a device. */
function maskAddress(address: string): string {
  const plain = address.replace(/\/\d+$/, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 2).join('.')}.*.*`;
  if (isIP(plain) === 0) return '*';
  const [first = '', second = ''] = plain.split(':');
  return `${first}:${second}:*`;
}

export type AccessRecord = Omit<AccessRecordRow, 'id' | 'at' | 'resource' | 'positionSeconds' | 'hasVisit'> & {
  seq: number;
  at: Date;
  resource: Pick<NonNullable<AccessRecordRow['resource']>, 'id' | 'name' | 'gone'> | null;
  kind: NonNullable<AccessRecordRow['resource']>['kind'];
  position_ms: number | null;
  has_visit: boolean;
  sees_addresses: boolean;
};

const joined = (name: NamedDimension) => sql.id(`the_${name}`);

export const recordJoins: Sql = sql`
  left join users as person on person.id = access_events.user_id
  ${sql.join(
    namedDimensions.map(
      (name) => sql`left join ${sql.table(namedTables[name].table)} as ${joined(name)}
        on ${joined(name)}.id = ${eventColumn(name)} ${name === 'resource' ? sql`and the_resource.state <> 'purged'` : sql``}`,
    ),
    sql` `,
  )}`;

/** Deleted objects keep their last name. Visits are shown to administrators only. */
export function recordColumns(principal: Principal): Sql {
  const named = namedDimensions.map((name) => {
    const id = eventColumn(name);
    const lastName = sql`(select access_keys.name from access_keys
      where access_keys.dimension = ${numberOf(name)} and access_keys.key = ${id}::text)`;
    return sql`case when ${id} is not null then json_build_object('id', ${id},
      'name', coalesce(${joined(name)}.${sql.id(namedTables[name].name)}, ${lastName}), 'gone', ${joined(name)}.id is null) end
      as ${sql.id(name)}`;
  });
  return sql`access_events.seq, access_events.at, access_events.action, access_events.source, access_events.reader,
    access_events.role, access_events.seconds, access_events.query, access_events.hits, access_events.device,
    access_events.robot, access_events.client, access_events.position_ms, host(access_events.ip) as ip,
    case when person.name is not null then
      json_build_object('id', person.id, 'name', person.name, 'account', coalesce(person.account, '')) end as person,
    coalesce(the_resource.kind, access_events.kind) as kind,
    ${maySeeAddresses(principal)}::boolean as sees_addresses,
    ${hasAbility(principal.roleId, 'admin')}::boolean and access_events.visit is not null as has_visit,
    ${sql.join(named)}`;
}

export function presentRecord(row: AccessRecord): AccessRecordRow {
  const { action, source, person, reader, role, seconds, query, hits, client, device, robot, resource } = row;
  const { site, course, chapter, column, college, department, subject } = row;
  return {
    id: String(row.seq),
    at: row.at.toISOString(),
    action,
    source,
    person,
    reader,
    role,
    seconds,
    query,
    hits,
    client,
    device,
    robot,
    site,
    course,
    chapter,
    column,
    college,
    department,
    subject,
    resource: resource && { ...resource, kind: row.kind },
    positionSeconds: row.position_ms === null ? null : row.position_ms / 1000,
    ip: row.ip === null || row.sees_addresses ? row.ip : maskAddress(row.ip),
    hasVisit: row.has_visit,
  };
}
