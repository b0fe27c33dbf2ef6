import { findPageRendition, listRenditions } from '@lectern/contract/features/reading.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { line, makePdf } from '../../engines/pdf/fixtures/make-pdf.ts';
import type { RunSandboxed } from '../../engines/sandbox/port.ts';
import { runSandboxed } from '../../engines/sandbox/run-sandboxed.ts';
import { newId } from '../../platform/new-id.ts';
import { eventually } from '../../testing/eventually.ts';
import { changeResource } from '../../testing/resource-rig.ts';
import { insertHit, insertWord } from '../../testing/review-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { UploadClient } from '../../testing/upload-client.ts';
import { runChecks } from '../verify/run-checks.ts';
import { PageDrawing } from './page-drawing.service.ts';
import { firstPages } from './steps/convert.step.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const pageCount = 23;
let test: TestApp;
let id: string;
let versionId: string;
let owner: Identity;
let drawing: PageDrawing;
let drawn: string[][] = [];

/** Records which pages are drawn. */
const run: RunSandboxed = async (command) => {
  const task = command.args.at(-1) ?? '';
  if (task.startsWith('{"file"')) {
    drawn.push((JSON.parse(task) as { pages: { page: number }[] }).pages.map(({ page }) => String(page)));
  }
  return runSandboxed(command);
};
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
async function pages(): Promise<number[]> {
  const { data } = await test.call(listRenditions, { params: { id } }, { as: test.admin });
  return data.filter(({ kind }) => kind === 'page').map(({ page }) => page);
}
const ask = (page: number) => test.call(findPageRendition, { params: { id, page: String(page) } }, { as: test.admin });
const undrawn = () => test.db.selectFrom('undrawn_pages').selectAll().execute();

beforeAll(async () => {
  test = await startTestApp();
  drawing = new PageDrawing({ db: test.db, fileStore: test.container.services.fileStore, run });
  const bytes = makePdf(
    numbers(1, pageCount).map((page) => ({ content: line(`Page ${page} of a long book`, 50, 700) })),
  );
  owner = await test.identity({ roleId: 4, pages: ['/app/home/my', '/app/resource/info'] });
  const sent = await new UploadClient(test).upload('book.pdf', bytes);
  const row = await test.db.selectFrom('uploads').select('resource_id').where('id', '=', sent.id).executeTakeFirst();
  id = String(row?.resource_id);
  await changeResource(test.db, id, { owner_id: owner.userId });
  // Run only this document's steps before the tests, then stop the worker.
  await test.container.worker.start();
  await eventually(async () => {
    const work = await test.db.selectFrom('jobs').select('state').where('resource_id', '=', id).execute();
    expect(work.filter(({ state }) => ['pending', 'queued', 'running'].includes(state))).toEqual([]);
  }, 200_000);
  await test.container.worker.stop();
  const { version_id } = await test.db
    .selectFrom('resources')
    .select('version_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  versionId = String(version_id);
  // Discard pages that the idle worker already drew beyond the first ones.
  await sql`delete from renditions where version_id = ${versionId} and page > ${firstPages}`.execute(test.db);
  await sql`delete from undrawn_pages`.execute(test.db);
  await test.db
    .insertInto('undrawn_pages')
    .values({ version_id: versionId, next_page: firstPages + 1 })
    .execute();
});
afterAll(() => test.close());

describe('pages of a long document', () => {
  it('are drawn when they are asked for, with their neighbours', async () => {
    expect(await pages()).toEqual(numbers(1, firstPages));
    const { http, data } = await ask(17);
    expect([http, data.page, data.contentType]).toEqual([200, 17, 'image/webp']);
    expect(await pages()).toEqual([...numbers(1, firstPages), ...numbers(16, 20)]);
    expect((await ask(17)).data.id).toBe(data.id);
    expect([(await ask(pageCount + 1)).http, (await ask(0)).http]).toEqual([404, 422]);
  });

  it('are drawn once, however many ask at the same time, and only so many wait', async () => {
    drawn = [];
    const asked = numbers(11, 15).map((page) => drawing.draw(versionId, page));
    await Promise.all([...asked, drawing.draw(versionId, 13)]);
    expect(drawn).toEqual([numbers(11, 15).map(String)]);
    const crowd = numbers(0, 25).map((block) => drawing.draw(newId(), block * 5 + 1));
    const refused = (await Promise.allSettled(crowd)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(6);
  });

  it('wait while jobs wait, and are drawn to the last page after that', async () => {
    drawn = [];
    const job = newId();
    await test.db.insertInto('jobs').values({ id: job, kind: 'convert', state: 'queued' }).execute();
    const { signal } = new AbortController();
    expect(await drawing.drawRest(signal)).toEqual({ done: 0, failure: undefined });
    await test.db.deleteFrom('jobs').where('id', '=', job).execute();
    expect((await drawing.drawRest(signal)).failure).toBeUndefined();
    expect(drawn).toEqual([['21', '22', '23']]);
    expect([await pages(), await undrawn()]).toEqual([numbers(1, pageCount), []]);
  });

  it('continue after pages that can’t be drawn', async () => {
    await sql`delete from renditions where version_id = ${versionId} and page > 10`.execute(test.db);
    await test.db.insertInto('undrawn_pages').values({ version_id: versionId, next_page: 11 }).execute();
    const broken = new PageDrawing({
      ...{ db: test.db, fileStore: test.container.services.fileStore },
      run: async () => {
        throw new Error('the engine is broken');
      },
    });
    for (const left of [
      { next_page: 11, tries: 1 },
      { next_page: 11, tries: 2 },
      { next_page: 21, tries: 0 },
    ]) {
      const outcome = await broken.drawRest(new AbortController().signal);
      expect(outcome).toMatchObject({ done: 0, failure: expect.any(Error) });
      expect(await undrawn()).toMatchObject([{ ...left, taken_until: null }]);
    }
    await sql`delete from undrawn_pages`.execute(test.db);
  });

  it('are not shown when they are masked, until they are covered', async () => {
    const word = 'book';
    const hitId = await insertHit(test, id, `Page 12 of a long ${word}`, {
      wordId: await insertWord(test, word),
      word,
    });
    await sql`insert into sensitive_masks (hit_id, resource_id, source, position, page, start_offset, end_offset)
      values (${hitId}, ${id}, 'document', 0, 12, 0, 4)`.execute(test.db);
    drawn = [];
    await drawing.draw(versionId, 12);
    expect([drawn, (await ask(12)).http]).toEqual([[], 404]);
    await drawing.drawAll(versionId, new AbortController().signal);
    expect(await pages()).toEqual(numbers(1, pageCount));
    const open = async (page: number) => {
      const { data } = await test.call(findPageRendition, { params: { id, page: String(page) } }, { as: owner });
      return (await test.app.inject({ url: `/api${data.url}`, cookies: owner.cookies })).statusCode;
    };
    expect([await open(11), await open(12)]).toEqual([200, 404]);
  });

  it('leave nothing wrong behind', async () => {
    const checks = await runChecks(test.db, test.container.services.fileStore, { checksums: false });
    const wrong = checks.filter(({ count, what }) => count > 0 && /file|rendition|object/i.test(what));
    expect(wrong.map(({ what, examples }) => [what, examples])).toEqual([]);
  });
});
