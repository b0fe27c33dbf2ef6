import { sql } from 'kysely';
import type { Db } from '../server/platform/db/database.ts';

/** Distribution of the seeded events, printed with every figure measured over them. */
export const accessSpread = `365 days, half as many at weekends, most from 8 to 22 o'clock; popularity of resources by rank
(Zipf, exponent 1); 60 % views, 25 % plays, 5 % downloads, 7 % searches of 2,000 terms, 3 % clicks; 30,000 readers;
a third within 200 courses, a fifth from 30 columns; 2 % robots`;

const chunk = 50_000;
/** Hours of the day, each repeated by its share of events. */
const hours = [
  0, 7, 8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 12, 13, 13, 14, 14, 14, 15, 15, 15, 16, 16, 17, 18, 19, 19, 20, 20, 20, 21,
  21, 22, 23,
];

/** Inserts a year of raw events, as the intake would store them, directly in the database. */
export async function seedAccess(db: Db, count: number): Promise<void> {
  await sql`select ensure_access_months(now() - interval '366 days', now() + interval '62 days')`.execute(db);
  await sql`create unlogged table if not exists bench_ranks (rank integer primary key, id uuid, kind text,
    department_id uuid, college_id uuid, subject_id uuid, owner_id uuid, length_ms integer)`.execute(db);
  await sql`insert into bench_ranks select row_number() over (order by md5(resources.id::text)), resources.id, resources.kind,
      resources.department_id, departments.college_id, resources.subject_id, resources.owner_id,
      case when resources.kind in ('video', 'audio') then 600000 end
    from resources left join departments on departments.id = resources.department_id
    where resources.state = 'published' on conflict do nothing`.execute(db);
  const { rows } = await sql<{ count: number }>`select count(*) as count from bench_ranks`.execute(db);
  const ranks = rows[0]?.count ?? 1;
  for (let from = 1; from <= count; from += chunk) {
    const to = Math.min(count, from + chunk - 1);
    await sql`
      with drawn as (
        select i, random() as a, random() as b, random() as c, random() as d, random() as e, random() as f, random() as g
        from generate_series(${from}::int, ${to}::int) i
      ), timed as (
        select *, (case when a < 0.9 then 'weekday' else 'any' end) as rhythm,
          -- One day after the other, as they come.
          (current_date - 365 + floor((i - b)::float8 * 365 / ${count})::int) as day,
          (array[${sql.join(hours.map((hour) => sql.lit(hour)))}])[1 + floor(c * ${sql.lit(hours.length)})::int] as hour,
          case when d < 0.60 then 'view' when d < 0.85 then 'play' when d < 0.90 then 'download'
            when d < 0.97 then 'search' else 'click' end as action,
          least(floor(power(${ranks}::float8 + 1, e))::int, ${ranks}::int) as rank
        from drawn
      ), placed as (
        select *, day + (case when rhythm = 'weekday' and extract(isodow from day) > 5 and f < 0.5 then -3 else 0 end) as on_day
        from timed
      )
      insert into access_events (at, event_id, received_at, source, key_id, action, resource_id, course_id, column_id,
        reader, visit, position_ms, seconds, query, hits, client, device, ip, robot, kind, college_id, department_id,
        subject_id, owner_id, role, length_ms, viewer)
      select on_day + make_interval(hours => hour, secs => f * 3599), gen_random_uuid(), now(), 'portal',
        ('00000000-0000-4000-8000-00000000000' || (1 + i % 3))::uuid, action,
        case when action <> 'search' then known.id end,
        case when g < 0.33 then md5('course' || (rank % 200))::uuid end,
        case when g > 0.8 then md5('column' || (rank % 30))::uuid end,
        'r' || floor(power(30000::float8, c))::int, 'v' || (i / 12), 
        case when action = 'play' then 10000 + floor(f * 590000)::int end, case when action = 'play' then 10 end,
        case when action = 'search' then 'term ' || floor(power(2000::float8, f))::int end,
        case when action = 'search' then floor(a * 5)::int end, 'Mozilla/5.0 (X11; Linux) Firefox/140',
        (array['desktop', 'desktop', 'mobile', 'tablet'])[1 + i % 4],
        ('10.' || i % 100 || '.' || i % 250 || '.7')::inet, i % 50 = 0,
        case when action <> 'search' then known.kind end, case when action <> 'search' then known.college_id end,
        case when action <> 'search' then known.department_id end,
        case when action <> 'search' then known.subject_id end, case when action <> 'search' then known.owner_id end,
        case when i % 20 = 0 then (1 + i % 4)::text else 'reader' end,
        case when action <> 'search' then known.length_ms end,
        -- As even as the hashes of the intake: people are estimated by how thick the smallest lie.
        ('x' || substr(md5('r' || floor(power(30000::float8, c))::int), 1, 13))::bit(52)::bigint
      from placed left join bench_ranks known using (rank)`.execute(db);
  }
  await sql`analyze access_events`.execute(db);
}
