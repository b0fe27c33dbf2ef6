import { sql } from 'kysely';
import type { Db } from '../server/platform/db/database.ts';
import { seedUsers } from './seed-users.ts';

const people = 500;
/** Small enough to stay within the product's statement timeout. */
const chunk = 10_000;

/** Seeds years of activities: mostly on resources, some on people, very few on settings. */
export async function seedActivities(db: Db, count: number): Promise<void> {
  await seedUsers(db, people);
  for (let from = 1; from <= count; from += chunk) {
    const to = Math.min(count, from + chunk - 1);
    await sql`
      with drawn as (
        select i, hashtext('activity' || i)::bigint + 2147483648 as activity,
          hashtext('who' || i)::bigint + 2147483648 as who
        from generate_series(${from}::int, ${to}::int) i
      ), done as (
        select i, who, case
          when activity % 1000 = 0 then array['settings.changed', 'settings']
          when activity % 50 = 1 then array['user.updated', 'user']
          when activity % 10 = 2 then array['auth.signedIn', 'session']
          when activity % 10 = 3 then array['review.decided', 'review']
          else array['resource.updated', 'resource'] end as activity
        from drawn
      ), known as materialized (select array_agg(id) as ids from users)
      insert into activities (at, actor_id, action, object_type, object_id, before, after, ip, request_id)
      select timestamptz '2020-01-01' + i * interval '2 minutes',
        known.ids[1 + who % ${sql.lit(people)}], activity[1], activity[2],
        md5('o' || who % 100000)::uuid::text, '{"title": "Before", "version": 1}', '{"title": "After", "version": 2}',
        '10.0.' || who % 200 || '.' || who % 7, md5('r' || i)::uuid::text
      from done, known`.execute(db);
  }
  await sql`vacuum analyze`.execute(db);
}
