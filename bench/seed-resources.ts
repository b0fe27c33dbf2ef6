import { sql } from 'kysely';
import type { Db, Executor } from '../server/platform/db/database.ts';

/**
 * Resources like a university's: 40 departments, 2,000 owners, half of them documents, most published, titles and
 * descriptions in two scripts with words of very different frequency, 500 tags, nested subjects and folders.
 */
export async function seedResources(db: Db, count: number, options: { withVersions?: boolean } = {}): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await sql`create function seed_id(name text) returns uuid language sql immutable as
      $$ select overlay(overlay(md5(name) placing '4' from 13) placing '8' from 17)::uuid $$`.execute(connection);
    await seedSurroundings(connection);
    // Rebuilding the indexes once at the end is far cheaper than updating them a million times.
    const indexes = await dropIndexes(connection);
    for (let from = 1; from <= count; from += chunk) {
      const to = Math.min(count, from + chunk - 1);
      await insertResources(connection, from, to);
      if (options.withVersions) await insertVersions(connection, from, to);
    }
    await sql`set maintenance_work_mem = '256MB'`.execute(connection);
    for (const definition of indexes) await sql.raw(definition).execute(connection);
    await sql`
      insert into subtitle_sets (resource_id, department_id, owner_id, live)
      select id, department_id, owner_id, state not in ('trashed', 'purged') from resources where kind = 'video'
      on conflict do nothing`.execute(connection);
    await foldCounts(connection);
    await sql`drop function seed_id`.execute(connection);
    await sql`vacuum analyze`.execute(connection);
  });
}

const chunk = 20_000;

const english = [
  'introduction|basic|advanced|applied|modern|general|practical|theory|history|analysis|design|methods|lecture|course',
  'algebra|calculus|physics|chemistry|biology|geology|astronomy|statistics|programming|databases|networks|robotics',
  'literature|philosophy|economics|management|marketing|accounting|law|medicine|anatomy|nursing|psychology|sociology',
  'photography|architecture|sculpture|music|theatre|linguistics|translation|education|geography|hydrology|agronomy',
].flatMap((line) => line.split('|'));
const chinese = [
  '高等数学|线性代数|大学物理|有机化学|分子生物学|计算机网络|数据结构|操作系统|人工智能|机器学习|中国文学|古代历史',
  '西方哲学|宏观经济|市场营销|财务会计|民法总论|临床医学|护理基础|心理学导论|社会调查|建筑设计|音乐欣赏|英语写作',
].flatMap((line) => line.split('|'));
const kindsOfText = ['lecture notes', 'exercise', 'recording', 'slides', '课件', '教案', '实验', '讲座'];

async function seedSurroundings(db: Executor): Promise<void> {
  await sql`insert into colleges (id, code, name) select seed_id('c' || i), 'C' || i, 'College ' || i
    from generate_series(1, 8) i on conflict do nothing`.execute(db);
  await sql`insert into departments (id, college_id, code, name, path)
    select seed_id('d' || i), seed_id('c' || (i % 8 + 1)), 'D' || i, 'Department ' || i,
      '/' || seed_id('d' || i) || '/'
    from generate_series(1, 40) i on conflict do nothing`.execute(db);
  await sql`insert into users (id, account, name, role_id, department_id)
    select seed_id('o' || i), 'owner' || i, case when i % 3 = 0 then '王芳' || i else 'Owner ' || i end,
      case when i % 20 = 0 then 3 else 4 end, seed_id('d' || (i % 40 + 1))
    from generate_series(1, 2000) i on conflict do nothing`.execute(db);
  await sql`insert into tags (id, name) select seed_id('t' || i),
      case when i % 4 = 0 then '标签' || i else 'topic ' || i end
    from generate_series(1, 500) i on conflict do nothing`.execute(db);
  await sql`insert into subjects (id, parent_id, code, name, path)
    select seed_id('s' || i), case when i > 12 then seed_id('s' || (i % 12 + 1)) end, 'S' || i, 'Subject ' || i,
      '/' || case when i > 12 then seed_id('s' || (i % 12 + 1)) || '/' else '' end || seed_id('s' || i) || '/'
    from generate_series(1, 120) i order by i on conflict do nothing`.execute(db);
  await sql`insert into libraries (id, kind, name, college_id)
    select seed_id('l' || i), 'college', 'Library of college ' || i, seed_id('c' || i)
    from generate_series(1, 8) i on conflict do nothing`.execute(db);
  await sql`insert into folders (id, library_id, parent_id, name, path)
    select seed_id('f' || i), seed_id('l' || (i % 8 + 1)),
      case when i > 400 then seed_id('f' || (8 + i % 8 + i / 8 % 49 * 8)) end, 'Folder ' || i,
      '/' || case when i > 400 then seed_id('f' || (8 + i % 8 + i / 8 % 49 * 8)) || '/' else '' end || seed_id('f' || i) || '/'
    from generate_series(8, 2000) i order by i on conflict do nothing`.execute(db);
}

async function dropIndexes(db: Executor): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename = 'resources' and indexname <> 'resources_pkey'`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(name)}`.execute(db);
  return rows.map((row) => row.definition);
}

async function insertResources(db: Executor, from: number, to: number): Promise<void> {
  await sql`
    insert into resources (id, kind, title, description, language, subject_id, author, year, visibility, tag_ids, owner_id,
      department_id, library_id, folder_id, state, state_before, published_at, work_failed, version_id, file_name, format,
      content_type, size_bytes, sha256, duration_seconds, page_count, created_by, created_at, updated_at)
    select
      (lpad(to_hex((extract(epoch from made) * 1000)::bigint), 12, '0') || '7' || substr(hash, 1, 3) || '8'
        || substr(hash, 4, 15))::uuid,
      kind,
      case when a % 3 = 0
        then ${word(chinese, 'b')} || case when c % 2 = 0 then '与' || ${word(chinese, 'c')} else '' end
          || ' 第' || (d % 30 + 1) || '讲'
        else initcap(${word(english, 'b')} || ' ' || ${word(english, 'c')} || ' '
          || ${word(english, 'd')}) || ' ' || (i % 1000)
      end || case when i % 1000 = 7 then ' zygote' when i % 50000 = 11 then ' 稀有词' else '' end,
      case when c % 3 = 0 then '' when a % 3 = 0
        then '本资源介绍' || ${word(chinese, 'd')} || '的' || ${word(kindsOfText, 'b')} || '。'
        else 'A ' || ${word(kindsOfText, 'c')} || ' about ' || ${word(english, 'a')} || ' and '
          || ${word(english, 'd')} || '.'
      end,
      case when a % 3 = 0 then 'zh' else 'en' end,
      case when a % 7 > 0 then seed_id('s' || (c / 100 % 120 + 1)) end,
      case when d % 4 = 0 then 'Author ' || (d % 700) else '' end,
      2000 + (b % 26)::integer,
      (array['campus', 'campus', 'campus', 'everyone', 'department'])[b % 5 + 1],
      case when d % 3 = 0 then '{}' else array[seed_id('t' || (c % 500 + 1)), seed_id('t' || (d % 40 + 1))] end,
      seed_id('o' || owner), seed_id('d' || (owner % 40 + 1)),
      seed_id('l' || (place % 8 + 1)), case when d % 5 > 0 then seed_id('f' || place) end,
      state, case when state = 'trashed' then 'ready' end, case when state = 'published' then made end,
      b % 200 = 0, seed_id('v' || i), 'file-' || substr(hash, 1, 8) || '-' || i || '.' || format, format, type,
      (c % 50000000) + 1000, sha256(i::text::bytea),
      case when kind in ('video', 'audio') then d % 7200 end, case when kind = 'document' then d % 300 + 1 end,
      seed_id('o' || owner), made, made + (c % 5000000) * interval '1 second'
    from (
      select i, md5(i::text) as hash,
        get_byte(decode(md5('a' || i), 'hex'), 0)::bigint * 251 + get_byte(decode(md5('a' || i), 'hex'), 1) as a,
        ('x' || substr(md5('b' || i), 1, 8))::bit(32)::bigint as b,
        ('x' || substr(md5('c' || i), 1, 8))::bit(32)::bigint as c,
        ('x' || substr(md5('d' || i), 1, 8))::bit(32)::bigint as d,
        case when i <= 500 then 1 else (i * 7919 % 2000) + 1 end as owner, (i * 104729 % 1993) + 8 as place,
        timestamptz '2023-01-01' + (i::bigint * 15485863 % 100000000) * interval '1 second' as made
      from generate_series(${from}::bigint, ${to}::bigint) i
    ) numbers cross join lateral (select
      case when b % 100 < 55 then 'document' when b % 100 < 75 then 'video' when b % 100 < 85 then 'audio' else 'image' end as kind,
      case when b % 100 < 55 then 'pdf' when b % 100 < 75 then 'mp4' when b % 100 < 85 then 'mp3' else 'jpg' end as format,
      case when b % 100 < 55 then 'application/pdf' when b % 100 < 75 then 'video/mp4' when b % 100 < 85 then 'audio/mpeg' else 'image/jpeg' end as type,
      case when c % 100 < 70 then 'published' when c % 100 < 84 then 'ready' when c % 100 < 92 then 'offline'
        when c % 100 < 95 then 'draft' when c % 100 < 96 then 'in_review'
        when c % 200 < 97 then 'rejected' when c % 100 < 99 then 'trashed' else 'ready' end as state) kinds`.execute(
    db,
  );
}

async function insertVersions(db: Executor, from: number, to: number): Promise<void> {
  const range = sql`generate_series(${from}::bigint, ${to}::bigint) i
    join resources on resources.version_id = seed_id('v' || i)`;
  await sql`create index if not exists resources_seeding on resources (version_id)`.execute(db);
  await sql`insert into files (id, name, store_key, content_type, size_bytes, sha256)
    select seed_id('file' || i), file_name, '00/00/' || seed_id('file' || i), content_type, size_bytes, sha256
    from ${range}`.execute(db);
  await sql`insert into resource_versions
      (id, resource_id, number, file_id, file_name, format, content_type, size_bytes, sha256, created_at)
    select version_id, resources.id, 1, seed_id('file' || i), file_name, format, content_type, size_bytes, sha256, created_at
    from ${range}`.execute(db);
}

/** Folds the count tables, as nightly maintenance does. */
async function foldCounts(db: Executor): Promise<void> {
  await sql`drop index if exists resources_seeding`.execute(db);
  await sql`with old as (delete from list_counts returning *)
    insert into list_counts (list, tab, department_id, open, delta)
    select list, tab, department_id, open, sum(delta) from old group by list, tab, department_id, open`.execute(db);
  await sql`with old as (delete from library_usage returning *)
    insert into library_usage (library_id, resources, bytes)
    select library_id, sum(resources), sum(bytes) from old group by library_id`.execute(db);
  await sql`with old as (delete from tag_usage returning *)
    insert into tag_usage (tag_id, resources) select tag_id, sum(resources) from old group by tag_id`.execute(db);
  await sql`with old as (delete from tag_facets returning *)
    insert into tag_facets (tag_id, kind, state, work_failed, uses)
    select tag_id, kind, state, work_failed, sum(uses) from old group by tag_id, kind, state, work_failed`.execute(db);
}

/** Picks a word by number, in SQL. */
function word(words: readonly string[], number: 'a' | 'b' | 'c' | 'd') {
  const list = sql.join(words.map((text) => sql.lit(text)));
  return sql`(array[${list}])[${sql.raw(number)} % ${sql.lit(words.length)} + 1]`;
}
