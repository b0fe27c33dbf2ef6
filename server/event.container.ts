import { sql } from 'kysely';
import { readable as readableCourse } from './features/course/course-scope.ts';
import type { FindOpenable } from './features/event/event-audience.ts';
import { isReachable } from './features/mail/mail-scope.ts';
import { readable as readableResource } from './features/resource/resource-scope.ts';
import { dataScopeOf } from './platform/access/data-scope.ts';
import type { Db } from './platform/db/database.ts';

const tables = { resource: 'resources', course: 'courses', mail: 'mails' } as const;
const conditions = { resource: readableResource, course: readableCourse, mail: isReachable } as const;

/** Judges live events by the conditions that the lists have; who may see everything is not asked about. */
export function openableFrom(db: Db): FindOpenable {
  return async (principal, kind, ids) => {
    if (dataScopeOf(principal).kind === 'all') return ids;
    const { rows } = await sql<{ id: string }>`select id from ${sql.table(tables[kind])}
      where id = any (${ids}::uuid[]) and ${conditions[kind](principal)}`.execute(db);
    return rows.map(({ id }) => id);
  };
}
