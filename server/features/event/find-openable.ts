import { sql } from 'kysely';
import { dataScopeOf } from '../../platform/access/data-scope.ts';
import type { Db } from '../../platform/db/database.ts';
import { readable as readableCourse } from '../course/public.ts';
import { isReachable } from '../mail/public.ts';
import { readable as readableResource } from '../resource/public.ts';
import type { FindOpenable } from './event-audience.ts';

const tables = { resource: 'resources', course: 'courses', mail: 'mails' } as const;
const conditions = { resource: readableResource, course: readableCourse, mail: isReachable } as const;

/** Live events obey the same access conditions as lists. No query for people who may see everything. */
export function findOpenableIn(db: Db): FindOpenable {
  return async (principal, kind, ids) => {
    if (dataScopeOf(principal).kind === 'all') return ids;
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(tables[kind])}
      where id = any (${ids}::uuid[]) and ${conditions[kind](principal)}`.execute(db);
    return rows.map(({ id }) => id);
  };
}
