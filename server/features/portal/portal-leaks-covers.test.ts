import { type Audience, audiences } from '@lectern/contract/audience.ts';
import type { PortalHomePage } from '@lectern/contract/portal/portal-home.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Case, isPublic, makeCases, nameOf } from '../../testing/portal-cases.ts';
import { makeColumn, makeCourse, makeKey, publishHome, type SiteKey, storeFile } from '../../testing/portal-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { MediaSigner } from './media-signer.ts';

/** Public items that use a resource's picture as their cover: the picture must be exactly as public as its resource. */
let test: TestApp;
let keys: { audience: Audience; key: SiteKey }[];
let covered: (Case & { courseId: string; columnId: string })[];
let plain: { courseId: string; insideId: string; fileId: string };

beforeAll(async () => {
  test = await startTestApp();
  covered = [];
  for (const one of await makeCases(test)) {
    const columnId = await makeColumn(test, []);
    await sql`update columns set cover_file_id = ${one.pictureId} where id = ${columnId}`.execute(test.db);
    covered.push({ ...one, columnId, courseId: await makeCourse(test, { coverFileId: one.pictureId }) });
  }
  const fileId = await storeFile(test, 'a picture of its own');
  plain = {
    fileId,
    courseId: await makeCourse(test, { coverFileId: fileId }),
    insideId: await makeCourse(test, { coverFileId: fileId, audience: 'campus' }),
  };
  await publishHome(test, {
    covered: [
      ...covered.map(({ courseId, pictureId }) => ({ courseId, coverFileId: pictureId })),
      { courseId: plain.courseId, coverFileId: fileId },
    ],
  });
  keys = await Promise.all(audiences.map(async (audience) => ({ audience, key: await makeKey(test, { audience }) })));
}, 240_000);

afterAll(() => test.close());

const isShown = (one: Case, audience: Audience) => isPublic(one, audience) && one.review !== 'masked';

describe('the cover of a public item', () => {
  it('is as public as the resource that it is a picture of, in every answer', async () => {
    const leaks: string[] = [];
    let judged = 0;
    for (const { audience, key } of keys) {
      const get = async <T>(url: string) =>
        (await test.app.inject({ url: `/api/portal${url}`, headers: key.headers })).json<{ data: T }>().data;
      const home = await get<PortalHomePage>('/home');
      const items = home.slots.flatMap((slot) => slot.items);
      const { columns } = await get<{ columns: { id: string; cover: object | null }[] }>('/columns');
      const onHome = (courseId: string) => items.find((item) => item.type === 'course' && item.course.id === courseId);
      for (const one of covered) {
        const course = await get<{ cover: object | null }>(`/courses/${one.courseId}`);
        const entry = onHome(one.courseId);
        const says = {
          course: course.cover !== null,
          column: columns.find(({ id }) => id === one.columnId)?.cover !== null,
          home: JSON.stringify(entry).includes(one.pictureId),
          homeCover: entry?.cover !== null,
        };
        for (const [where, shown] of Object.entries(says)) {
          judged += 1;
          if (shown !== isShown(one, audience)) leaks.push(`${where} for ${audience}: ${nameOf(one)}`);
        }
      }
      expect(onHome(plain.courseId)?.cover?.url).toContain(plain.fileId);
    }
    process.stdout.write(`portal leaks by covers: ${leaks.length} of ${judged}\n`);
    expect(leaks).toEqual([]);
    expect(judged).toBeGreaterThan(1_000);
  }, 300_000);

  it('is given out by no address that was ever signed for it', async () => {
    const signer = new MediaSigner(test.container.services.box);
    const leaks: string[] = [];
    let [asked, opened] = [0, 0];
    for (const { audience, key } of keys) {
      const link = await signer.linker({ origin: '', audience, key: key.id });
      for (const one of covered) {
        const addresses = {
          course: link('courseCover', one.courseId),
          column: link('columnCover', one.columnId),
          home: link('homeCover', one.pictureId),
        };
        for (const [where, { url }] of Object.entries(addresses)) {
          const { statusCode } = await test.app.inject({ url });
          asked += 1;
          if (statusCode === 200) opened += 1;
          if (statusCode !== (isShown(one, audience) ? 200 : 404))
            leaks.push(`${where} for ${audience}: ${nameOf(one)}: ${statusCode}`);
        }
      }
      expect((await test.app.inject({ url: link('homeCover', plain.fileId).url })).statusCode).toBe(200);
      expect((await test.app.inject({ url: link('courseCover', plain.courseId).url })).statusCode).toBe(200);
      const inside = await test.app.inject({ url: link('courseCover', plain.insideId).url });
      expect(inside.statusCode).toBe(audience === 'campus' ? 200 : 404);
    }
    process.stdout.write(`portal leaks by addresses of covers: ${leaks.length} of ${asked} (${opened} opened)\n`);
    expect(leaks).toEqual([]);
    expect(opened).toBeGreaterThan(20);
  }, 300_000);
});
