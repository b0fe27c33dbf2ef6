import { searchShelf } from '@lectern/contract/features/chapter.ts';
import { getResource } from '@lectern/contract/features/resource.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCourseRig } from '../../../testing/course-rig.ts';
import { makeMedia } from '../../../testing/portal-rig.ts';
import { insertHit, insertWord } from '../../../testing/review-rig.ts';
import { cookieHeader, type Identity } from '../../../testing/test-app.ts';

let rig: Awaited<ReturnType<typeof startCourseRig>>;
beforeAll(async () => {
  rig = await startCourseRig();
});
afterAll(() => rig.test.close());

/** A chapter of someone who has access to the courses page only. */
async function chapterOf(as: Identity = rig.teacher) {
  const course = await rig.make(as);
  const { chapterIds } = await rig.add(course.id, ['Waves'], null, as);
  return { course, chapterId: chapterIds[0] ?? '' };
}
const open = (url: string, as: Identity = rig.teacher) =>
  rig.test.app.inject({ url: `/api${url}`, headers: { cookie: cookieHeader(as.cookies) } });
const pictureOf = (chapterId: string, film: { id: string; thumbnailId: string }) =>
  `/chapters/${chapterId}/shelf/${film.id}/${film.thumbnailId}`;

async function shelfOf(chapterId: string, as: Identity = rig.teacher) {
  const { data } = await rig.test.call(searchShelf, { params: { id: chapterId } }, { as });
  return new Map(data.rows.map((row) => [row.id, row.thumbnail]));
}

describe('thumbnails in a chapter’s resource search', () => {
  it('show for people with only the courses page', async () => {
    const { chapterId } = await chapterOf();
    const film = await makeMedia(rig.test, { state: 'published' });
    expect((await rig.test.call(getResource, { params: { id: film.id } }, { as: rig.teacher })).status).toBe(403);
    const address = (await shelfOf(chapterId)).get(film.id);
    expect(address).toBe(pictureOf(chapterId, film));
    const answer = await open(address ?? '');
    expect([answer.statusCode, answer.body]).toEqual([200, `picture ${film.id}`]);
  });

  it('are nothing but the small picture of that resource', async () => {
    const { chapterId } = await chapterOf();
    const film = await makeMedia(rig.test, { state: 'published' });
    const other = await makeMedia(rig.test, { state: 'published' });
    const strange = { ...film, thumbnailId: film.playedId };
    expect((await open(pictureOf(chapterId, strange))).statusCode).toBe(404);
    expect((await open(pictureOf(chapterId, { ...film, thumbnailId: other.thumbnailId }))).statusCode).toBe(404);
  });

  it('are hidden for resources the person can’t add: other people’s drafts and Trash', async () => {
    const { chapterId } = await chapterOf();
    for (const state of ['draft', 'trashed', 'blocked'] as const) {
      const film = await makeMedia(rig.test, { state, owner: rig.editor });
      expect((await shelfOf(chapterId)).has(film.id), state).toBe(false);
      expect((await open(pictureOf(chapterId, film))).statusCode, state).toBe(404);
    }
  });

  it('need edit access to the course: role, page, and not archived', async () => {
    const { course, chapterId } = await chapterOf();
    const film = await makeMedia(rig.test, { state: 'published' });
    const address = pictureOf(chapterId, film);
    const reader = await rig.test.identity({ roleId: 4, departmentId: rig.campus.history, pages: [rig.page] });
    const pageless = await rig.test.identity({ roleId: 3, pages: ['/app/home/my'] });
    const head = await rig.test.identity({ roleId: 3, departmentId: rig.campus.physics, pages: [rig.page] });
    const seen = async (as: Identity) => (await open(address, as)).statusCode;
    expect(await seen(head)).toBe(200);
    expect(await seen(rig.stranger)).toBe(404);
    expect(await seen(pageless)).toBe(403);
    await rig.test.db.updateTable('courses').set({ state: 'published' }).where('id', '=', course.id).execute();
    // Everyone with the page can read a published course, but that doesn't let them change it.
    expect(await seen(reader)).toBe(404);
    expect(await seen(rig.teacher)).toBe(200);
    await rig.test.db.updateTable('courses').set({ state: 'archived' }).where('id', '=', course.id).execute();
    expect(await seen(rig.teacher)).toBe(404);
  });

  it('are hidden for masked resources until they are redacted', async () => {
    const { chapterId } = await chapterOf();
    const film = await makeMedia(rig.test, { state: 'published' });
    const wordId = await insertWord(rig.test, 'gabble');
    const hitId = await insertHit(rig.test, film.id, 'All this gabble.', { wordId, word: 'gabble' });
    await sql`insert into sensitive_masks (hit_id, resource_id, source, position, page, start_offset, end_offset)
      select id, resource_id, source, position, page, start_offset, end_offset from sensitive_hits
      where id = ${hitId}`.execute(rig.test.db);
    expect((await open(pictureOf(chapterId, film))).statusCode).toBe(404);
  });
});
