import { previewChapter, updateChapter } from '@lectern/contract/features/chapter.ts';
import { getChapterMedia } from '@lectern/contract/features/chapter-media.ts';
import { getCourse, updateCourse } from '@lectern/contract/features/course.ts';
import { getResource } from '@lectern/contract/features/resource.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCourseRig } from '../../../testing/course-rig.ts';
import { type MadeMedia, makeMedia, placeIn } from '../../../testing/portal-rig.ts';
import { insertHit, insertWord } from '../../../testing/review-rig.ts';
import { cookieHeader, type Identity } from '../../../testing/test-app.ts';

type Rig = Awaited<ReturnType<typeof startCourseRig>>;
let rig: Rig;
beforeAll(async () => {
  rig = await startCourseRig();
});
afterAll(() => rig.test.close());

/** A course with a film in its chapter, made by someone who has access to the courses page only. */
async function filmIn(wish: Parameters<typeof makeMedia>[1] = { state: 'published' }, as: Identity = rig.teacher) {
  const course = await rig.make(as);
  const { chapterIds } = await rig.add(course.id, ['Waves'], null, as);
  const [chapterId = ''] = chapterIds;
  const film = await makeMedia(rig.test, wish);
  return { course, chapterId, film, itemId: await place(course.id, chapterId, film) };
}
async function place(courseId: string, chapterId: string, film: MadeMedia): Promise<string> {
  await placeIn(rig.test, courseId, chapterId, [film.id]);
  const { rows } = await sql<{ id: string }>`select id from chapter_resources
    where chapter_id = ${chapterId} and resource_id = ${film.id}`.execute(rig.test.db);
  return rows[0]?.id ?? '';
}
const mediaOf = (id: string, itemId: string, as: Identity = rig.teacher) =>
  rig.test.call(getChapterMedia, { params: { id, itemId } }, { as });
const open = (url: string, as: Identity = rig.teacher) =>
  rig.test.app.inject({ url: `/api${url}`, headers: { cookie: cookieHeader(as.cookies) } });

describe('course media', () => {
  it('plays for people with only the courses page, with subtitles and images', async () => {
    const { chapterId, itemId, film } = await filmIn();
    expect((await rig.test.call(getResource, { params: { id: film.id } }, { as: rig.teacher })).status).toBe(403);
    const { data } = await mediaOf(chapterId, itemId);
    expect(data).toMatchObject({ kind: 'video', durationSeconds: null, tracks: [{ language: 'en', isDefault: true }] });
    expect((await open(data.played ?? '')).body).toBe(`film ${film.id}`);
    expect((await open(data.poster ?? '')).body).toBe(`picture ${film.id}`);
    expect((await open(data.tracks[0]?.url ?? '')).body).toContain('the moment of truth');
    const part = await rig.test.app.inject({
      url: `/api${data.played}`,
      headers: { cookie: cookieHeader(rig.teacher.cookies), range: 'bytes=0-3' },
    });
    expect([part.statusCode, part.body]).toEqual([206, 'film']);
    expect((await open(`${data.file}?download=true`)).headers['content-disposition']).toMatch(/^attachment/);
  });

  it('is limited to resources of that chapter', async () => {
    const { chapterId, itemId } = await filmIn();
    const other = await filmIn();
    const base = `/chapters/${chapterId}/items/${itemId}`;
    expect((await mediaOf(other.chapterId, itemId)).status).toBe(404);
    expect((await mediaOf(chapterId, other.itemId)).status).toBe(404);
    for (const strange of [
      `${base}/renditions/${other.film.playedId}`,
      `${base}/renditions/${other.film.thumbnailId}`,
      `${base}/subtitles/${other.film.subtitleId}`,
      `/chapters/${chapterId}/items/${other.itemId}/file`,
    ])
      expect((await open(strange)).statusCode, strange).toBe(404);
  });

  it('is refused without read access to the course or without its page', async () => {
    const { chapterId, itemId, film } = await filmIn();
    expect((await mediaOf(chapterId, itemId, rig.stranger)).status).toBe(404);
    expect((await open(`/chapters/${chapterId}/items/${itemId}/file`, rig.stranger)).statusCode).toBe(404);
    const nobody = await rig.test.identity({ roleId: 3, pages: ['/app/home/my'] });
    expect((await mediaOf(chapterId, itemId, nobody)).status).toBe(403);
    expect((await open(`/chapters/${chapterId}/items/${itemId}/renditions/${film.playedId}`, nobody)).statusCode).toBe(
      403,
    );
  });

  it('never includes other people’s drafts or resources in Trash', async () => {
    for (const state of ['draft', 'trashed', 'blocked'] as const) {
      const { chapterId, itemId, film } = await filmIn({ state, owner: rig.editor });
      expect((await mediaOf(chapterId, itemId)).status, state).toBe(404);
      const address = `/chapters/${chapterId}/items/${itemId}/renditions/${film.playedId}`;
      expect((await open(address)).statusCode, state).toBe(404);
    }
  });

  it('has no file or film of masked resources until they are redacted', async () => {
    const { chapterId, itemId, film } = await filmIn();
    const wordId = await insertWord(rig.test, 'gabble');
    const hitId = await insertHit(rig.test, film.id, 'All this gabble.', { wordId, word: 'gabble' });
    await sql`insert into sensitive_masks (hit_id, resource_id, source, position, page, start_offset, end_offset)
      select id, resource_id, source, position, page, start_offset, end_offset from sensitive_hits
      where id = ${hitId}`.execute(rig.test.db);
    expect((await mediaOf(chapterId, itemId)).data).toMatchObject({ played: null, file: null, poster: null });
    for (const address of ['file', `renditions/${film.playedId}`, `renditions/${film.thumbnailId}`])
      expect((await open(`/chapters/${chapterId}/items/${itemId}/${address}`)).statusCode, address).toBe(404);
  });
});

describe('the preview of a chapter', () => {
  it('is as learners will see it at a date', async () => {
    const { course, chapterId, film } = await filmIn({ state: 'published', visibility: 'everyone' });
    const read = { params: { id: course.id } };
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const seen = async (at?: string) => {
      const query = at ? { at } : {};
      const { data } = await rig.test.call(previewChapter, { params: { id: chapterId }, query }, { as: rig.teacher });
      return { course: data.courseOpen, open: data.open, items: data.items.length };
    };
    expect(await seen()).toEqual({ course: true, open: true, items: 1 });
    const chapter = { availableFrom: inDays(1), availableUntil: inDays(9), version: 1 };
    const changed = await rig.test.call(
      updateChapter,
      { params: { id: chapterId }, body: chapter },
      { as: rig.teacher },
    );
    expect(changed.status).toBe(200);
    await sql`update resources set publish_at = now() + interval '3 days' where id = ${film.id}`.execute(rig.test.db);
    const { version } = (await rig.test.call(getCourse, read, { as: rig.teacher })).data;
    const dates = { availableUntil: inDays(7), version };
    expect((await rig.test.call(updateCourse, { ...read, body: dates }, { as: rig.teacher })).status).toBe(200);
    expect(await seen()).toEqual({ course: true, open: false, items: 0 });
    expect(await seen(inDays(2))).toEqual({ course: true, open: true, items: 0 });
    expect(await seen(inDays(4))).toEqual({ course: true, open: true, items: 1 });
    expect(await seen(inDays(8))).toEqual({ course: false, open: true, items: 1 });
    expect(await seen(inDays(10))).toMatchObject({ course: false, open: false });
  });
});
