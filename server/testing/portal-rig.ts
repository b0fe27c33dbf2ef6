import { Readable } from 'node:stream';
import type { Audience } from '@lectern/contract/audience.ts';
import { createApiKey } from '@lectern/contract/features/api-key.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { type ApiKeyScope, apiKeyScopes } from '@lectern/contract/portal/portal-access.ts';
import { sql } from 'kysely';
import { newId } from '../platform/new-id.ts';
import { insertFile } from '../platform/storage/file-rows.ts';
import { makeResource, type ResourceWish } from './resource-rig.ts';
import type { TestApp } from './test-app.ts';

export type SiteKey = { id: string; secret: string; headers: { authorization: string } };

export async function makeKey(
  app: TestApp,
  { scopes = [...apiKeyScopes], audience = 'everyone' }: { scopes?: ApiKeyScope[]; audience?: Audience } = {},
): Promise<SiteKey> {
  const body = { name: `Site of ${audience}`, scopes, audience, callsPerMinute: 100_000 };
  const { data } = await app.call(createApiKey, { body }, { as: app.admin });
  return { id: data.key.id, secret: data.secret, headers: { authorization: `Bearer ${data.secret}` } };
}

export type MadeMedia = {
  id: string;
  versionId: string;
  thumbnailId: string;
  playedId: string;
  subtitleId: string;
  /** The file of its thumbnail. */
  pictureId: string;
};

export async function storeFile(app: TestApp, content: string, contentType = 'image/png'): Promise<string> {
  const stored = await app.container.services.fileStore.write(Readable.from([content]));
  const id = newId();
  await app.db
    .transaction()
    .execute((transaction) =>
      insertFile(transaction, { ...stored, id, name: 'picture.png', contentType, createdBy: app.admin.userId }),
    );
  return id;
}

/** A resource with everything the portal returns: pictures, a rendition, a text, published subtitles and a summary. */
export async function makeMedia(app: TestApp, wish: ResourceWish & { kind?: ResourceKind; said?: string } = {}) {
  const { said = 'the moment of truth', ...rest } = wish;
  const { id, versionId } = await makeResource(app, { kind: 'video', ...rest });
  const [thumbnailId, playedId, subtitleId, textId] = [newId(), newId(), newId(), newId()];
  const [picture, film] = [await storeFile(app, `picture ${id}`), await storeFile(app, `film ${id}`, 'video/mp4')];
  await sql`insert into renditions (id, version_id, kind, file_id) values
    (${thumbnailId}, ${versionId}, 'thumbnail', ${picture}), (${playedId}, ${versionId}, 'video', ${film})`.execute(
    app.db,
  );
  await sql`update resources set thumbnail_id = ${thumbnailId}, duration_seconds = 60 where id = ${id}`.execute(app.db);
  const cues = JSON.stringify([{ startMs: 1000, endMs: 2000, text: `${said} ${id}` }]);
  await sql`insert into subtitles (id, resource_id, version_id, language, state, is_default, text_id, number, origin, cues,
      problems) values (${subtitleId}, ${id}, ${versionId}, 'en', 'published', true, ${textId}, 1, 'edited', 1, 0)`.execute(
    app.db,
  );
  await sql`insert into subtitle_versions (id, subtitle_id, number, origin, content, cues, problems)
    values (${textId}, ${subtitleId}, 1, 'edited', ${cues}::jsonb, 1, 0)`.execute(app.db);
  const content = { short: [], outline: [], keywords: [`${said} ${id}`], chapters: [], questions: [] };
  await sql`insert into summaries (id, resource_id, version_id, number, current, origin, state, content, sentences, supported,
      source_sha256) values (${newId()}, ${id}, ${versionId}, 1, true, 'edited', 'published', ${JSON.stringify(content)}::jsonb,
      0, 0, '\\x00')`.execute(app.db);
  await sql`insert into passages (resource_id, source, position, start_ms, end_ms, language, text)
    values (${id}, 'speech', 1, 1000, 2000, 'en', ${`${said} ${id}`})`.execute(app.db);
  await sql`delete from sensitive_scan_wishes where resource_id = ${id}`.execute(app.db);
  return { id, versionId, thumbnailId, playedId, subtitleId, pictureId: picture };
}

type CourseWish = {
  state?: string;
  from?: string | null;
  until?: string | null;
  name?: string;
  coverFileId?: string | null;
  audience?: Audience;
};

/** `from` and `until` are PostgreSQL intervals relative to now. */
export async function makeCourse(app: TestApp, wish: CourseWish = {}): Promise<string> {
  const { state = 'published', from = null, until = null, name, coverFileId = null, audience = 'everyone' } = wish;
  const id = newId();
  await sql`insert into courses (id, name, code, owner_id, state, available_from, available_until, published_at,
      cover_file_id, audience)
    values (${id}, ${name ?? `Course ${id}`}, ${id}, ${app.admin.userId}, ${state}, now() + ${from}::interval,
      now() + ${until}::interval, now(), ${coverFileId}, ${audience})`.execute(app.db);
  return id;
}

type ChapterWish = {
  courseId: string;
  parentId?: string | null;
  visible?: boolean;
  from?: string | null;
  until?: string | null;
};

export async function makeChapter(app: TestApp, wish: ChapterWish): Promise<string> {
  const { courseId, parentId = null, visible = true, from = null, until = null } = wish;
  const id = newId();
  await sql`insert into chapters (id, course_id, parent_id, title, position, visible, available_from, available_until)
    values (${id}, ${courseId}, ${parentId}, ${`Chapter ${id}`},
      (select count(*) from chapters where course_id = ${courseId}), ${visible}, now() + ${from}::interval,
      now() + ${until}::interval)`.execute(app.db);
  return id;
}

export async function placeIn(app: TestApp, courseId: string, chapterId: string, resourceIds: readonly string[]) {
  for (const [position, resourceId] of resourceIds.entries()) {
    await sql`insert into chapter_resources (id, chapter_id, course_id, resource_id, position)
      values (${newId()}, ${chapterId}, ${courseId}, ${resourceId}, ${position})`.execute(app.db);
  }
}

export async function makeColumn(app: TestApp, resourceIds: readonly string[], visible = true): Promise<string> {
  const id = newId();
  await sql`insert into columns (id, name, slug, path, position, visible)
    values (${id}, ${`Column ${id}`}, ${id}, ${`/${id}/`}, 1, ${visible})`.execute(app.db);
  for (const [position, resourceId] of resourceIds.entries()) {
    await sql`insert into column_items (column_id, resource_id, position)
      values (${id}, ${resourceId}, ${position})`.execute(app.db);
  }
  return id;
}

type OnHome = {
  resourceIds?: readonly string[];
  courseIds?: readonly string[];
  /** More entries for courses, each with its own home page cover. */
  covered?: readonly { courseId: string; coverFileId: string }[];
};

/** Publishes a home page with these entries, a hundred per slot. */
export async function publishHome(app: TestApp, things: OnHome) {
  const entry = { columnId: null, rule: null, title: null, coverFileId: null, startsAt: null, endsAt: null };
  const always = { audience: 'everyone', paused: false, addedBy: null, addedAt: new Date().toISOString() };
  const entries = [
    ...(things.resourceIds ?? []).map((resourceId) => ({ source: 'resource', resourceId, courseId: null })),
    ...(things.courseIds ?? []).map((courseId) => ({ source: 'course', resourceId: null, courseId })),
    ...(things.covered ?? []).map((covered) => ({ source: 'course', resourceId: null, ...covered })),
  ].map((each) => ({ id: newId(), ...entry, ...always, ...each }));
  const slots = Array.from({ length: Math.ceil(entries.length / 100) }, (_, at) => ({
    ...{ id: newId(), key: `slot-${at}`, name: `Slot ${at}`, capacity: 100, fallback: null, visible: true },
    entries: entries.slice(at * 100, (at + 1) * 100),
  }));
  await sql`with published as (
      insert into home_page_versions (number, content)
      select coalesce(max(number), 0) + 1, ${JSON.stringify({ slots })}::jsonb from home_page_versions returning number)
    update home_page set published_number = published.number from published`.execute(app.db);
}
