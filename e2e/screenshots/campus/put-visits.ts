import pg from 'pg';

/** Hours of the day, each repeated by its share of visits. */
const hours = [7, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 12, 13, 14, 14, 15, 15, 16, 17, 18, 19, 19, 20, 20, 21, 22];
const days = 60;

/**
 * Inserts recent visits as the intake would store them: more on working days, more each week, and the same on every
 * run. As on a real site, each begins with a view and plays no more than the recording. The worker adds them to the
 * rollups as usual.
 */
export async function putVisits(databaseUrl: string, count = 9_000): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(`select ensure_access_months(now() - interval '${days + 1} days', now() + interval '62 days')`);
    await client.query('begin');
    // Without this lock, folding would move past events that are still being written.
    await client.query(`select pg_advisory_xact_lock_shared(hashtextextended('access events', 0))`);
    await client.query(
      `with things as (
         select row_number() over (order by md5(resources.title)) as rank, count(*) over () as things, resources.*,
           departments.college_id, uses.course_id, uses.chapter_id
         from resources
         left join departments on departments.id = resources.department_id
         left join lateral (select chapters.course_id, chapters.id as chapter_id from chapter_resources
           join chapters on chapters.id = chapter_resources.chapter_id where chapter_resources.resource_id = resources.id
           limit 1) uses on true
         where resources.state = 'published'
       ), drawn as (
         select i, shares.*, current_date - floor(${days} * power(shares.a, 1.4))::int as day
         from generate_series(1, $1::int) i,
           lateral (select hashint4(i)::bigint % 997 as one, hashint4(i * 7)::bigint % 991 as two) raw,
           lateral (select abs(one) / 997.0 as a, abs(two) / 991.0 as b, abs(one * 31 + two) % 983 / 983.0 as c) shares
       )
       insert into access_events (at, event_id, received_at, source, action, resource_id, course_id, chapter_id, reader,
         visit, position_ms, seconds, client, device, kind, college_id, department_id, subject_id, owner_id, role, length_ms,
         viewer)
       select day + make_interval(hours => ($2::int[])[1 + floor(b * ${hours.length})::int], secs => c * 3599),
         md5(action || i)::uuid, now(), 'portal', action,
         things.id, things.course_id, things.chapter_id, 'r' || i % 640, 'v' || i / 6,
         case when action = 'play' then (seconds * 1000)::int end, case when action = 'play' then seconds end,
         'Mozilla/5.0 (X11; Linux x86_64) Firefox/140', ('{desktop,desktop,mobile,tablet}'::text[])[1 + i % 4],
         things.kind, things.college_id, things.department_id, things.subject_id, things.owner_id, 'reader',
         (things.duration_seconds * 1000)::int, hashtextextended('r' || i % 640, 0) & ((1::bigint << 52) - 1)
       from drawn
       join things on things.rank = 1 + floor(power(things.things, (b + c) / 2))::int % things.things
       cross join lateral unnest(case
         when things.kind in ('video', 'audio') and c > 0.35 then '{view,play}'::text[]
         when c > 0.9 then '{view,download}'
         else '{view}' end) action
       cross join lateral (select coalesce(things.duration_seconds, 300) * (0.2 + 0.75 * b) as seconds) played
       where (extract(isodow from day) < 6 or i % 3 = 0)
         and day + make_interval(hours => ($2::int[])[1 + floor(b * ${hours.length})::int], secs => c * 3599) < now()`,
      [count, hours],
    );
    await client.query('commit');
  } finally {
    await client.end();
  }
}
