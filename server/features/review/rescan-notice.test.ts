import { Readable } from 'node:stream';
import { listNotifications } from '@lectern/contract/features/notification.ts';
import { moveResource, resourcePath } from '@lectern/contract/features/resource.ts';
import { openVersionFile } from '@lectern/contract/features/resource-detail.ts';
import { reviewPath } from '@lectern/contract/features/review.ts';
import { decideReview, maskAgain } from '@lectern/contract/features/review-decision.ts';
import { getRescans, getResourceScan } from '@lectern/contract/features/scan.ts';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { pathOf } from '../../platform/http/mount-endpoints.ts';
import { buildCampus } from '../../testing/campus.ts';
import { eventually } from '../../testing/eventually.ts';
import { changeResource, makeResource, resourcePages, versionOf } from '../../testing/resource-rig.ts';
import { reviewOf, reviewPage } from '../../testing/review-rig.ts';
import { type ScanRig, scanRig } from '../../testing/scan-rig.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let test: TestApp;
let rig: ScanRig;
let editor: Identity;
let stranger: Identity;
let owner: Identity;

beforeAll(async () => {
  test = await startTestApp();
  rig = scanRig(test);
  const { physics, optics, history } = await buildCampus(test);
  const pages = [reviewPage, ...resourcePages];
  editor = await test.identity({ roleId: 3, pages, departmentId: physics });
  stranger = await test.identity({ roleId: 3, pages, departmentId: history });
  owner = await test.identity({ roleId: 4, pages: resourcePages, departmentId: optics });
  const wordId = await rig.addWord('swordfish');
  await sql`update sensitive_word_changes set by = ${editor.userId} where word_id = ${wordId}`.execute(test.db);
  await rig.wake();
  // Skips to the last try to save time.
  await sql`update jobs set tries = 2 where kind = 'rescan'`.execute(test.db);
  await sql`create function refuse() returns trigger language plpgsql as
    'begin raise exception ''The disk is full.''; end'`.execute(test.db);
  await sql`create trigger refuse before insert on sensitive_rescan_items
    for each statement execute function refuse()`.execute(test.db);
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

const rescans = async () => (await test.call(getRescans, {}, { as: test.admin })).data.rows;
const untilRescanned = () =>
  eventually(async () => {
    const rows = await rescans();
    expect(rows.filter(({ state }) => state === 'queued' || state === 'running')).toEqual([]);
    return rows;
  });
async function told(as: Identity, ...kinds: string[]) {
  const { rows } = (await test.call(listNotifications, { query: { size: 100 } as never }, { as })).data;
  return rows.filter(({ kind }) => kinds.includes(kind));
}
const make = (title: string) => makeResource(test, { title, owner, fileName: 'file.pdf' });
const untilFound = (id: string, hits = 1) => eventually(async () => expect(await rig.hitsOf(id)).toHaveLength(hits));

it('a re-scan that fails for good notifies administrators and the person who changed the words, with its cause', async () => {
  const [failed] = await untilRescanned();
  expect(failed).toMatchObject({ state: 'failed', cause: 'The disk is full.' });
  await sql`drop trigger refuse on sensitive_rescan_items`.execute(test.db);
  const entry = { params: { cause: 'The disk is full.' }, link: '/app/sensitive/word' };
  expect(await told(editor, 'rescanFailed')).toMatchObject([entry]);
  expect(await told(test.admin, 'rescanFailed')).toMatchObject([entry]);
  expect(await told(stranger, 'rescanFailed')).toEqual([]);
});

it('a re-scan that waits while another fails covers the words of both', async () => {
  await test.container.worker.stop();
  await rig.addWord('marlin');
  await rig.wake();
  const [first] = await rescans();
  await rig.addWord('barracuda');
  await rig.wake();
  const { rows } = await sql<{
    id: string;
  }>`select job_id as id from sensitive_rescans where id = ${first?.id}`.execute(test.db);
  const ended = { id: rows[0]?.id ?? '', kind: 'rescan', state: 'failed', cause: 'The disk is full.' };
  await test.db
    .transaction()
    .execute((transaction) => test.container.services.rescans.jobEnded(transaction, ended as never));
  expect((await rescans()).find(({ state }) => state === 'running')).toMatchObject({ changes: 3 });
  await test.container.worker.start();
  expect(await untilRescanned()).toMatchObject([{ state: 'done' }, { state: 'failed' }, { state: 'failed' }]);
});

it('reviewers are notified of new matches once, however many resources follow', async () => {
  const first = await make('A swordfish');
  await untilFound(first.id);
  const link = reviewPath({ id: first.id, kind: 'document' });
  expect(await told(editor, 'hitsFound')).toMatchObject([{ params: { title: 'A swordfish' }, link }]);
  const second = await make('Two swordfish');
  await untilFound(second.id);
  // The review is already waiting for them, so this doesn't notify anyone.
  await changeResource(test.db, first.id, { description: 'swordfish' });
  await untilFound(first.id, 2);
  const all = [{ params: { title: 'A swordfish (+1)' }, link: reviewPage }];
  expect(await told(editor, 'hitsFound')).toMatchObject(all);
  expect(await told(test.admin, 'hitsFound')).toMatchObject(all);
  expect([...(await told(stranger, 'hitsFound')), ...(await told(owner, 'hitsFound'))]).toEqual([]);
});

it('reviewers are notified after a re-scan with their number of resources', async () => {
  const made = await Promise.all(['A pelican', 'Two pelicans', 'More pelicans'].map((title) => make(title)));
  const elsewhere = await makeResource(test, { title: 'Pelican', owner: stranger, fileName: 'file.pdf' });
  // Wait for pending scans, which would otherwise find the word before the re-scan does.
  await eventually(async () => {
    expect(await test.db.selectFrom('sensitive_scan_wishes').select('resource_id').execute()).toEqual([]);
  });
  const before = (await told(editor, 'hitsFound')).length;
  await rig.addWord('pelican');
  await rig.wake();
  for (const { id } of [...made, elsewhere]) await untilFound(id);
  await untilRescanned();
  const counts = async (as: Identity) => (await told(as, 'hitsFoundAgain')).map(({ params }) => params.count);
  expect([await counts(editor), await counts(stranger), await counts(test.admin)]).toEqual([['3'], ['1'], ['4']]);
  expect(await counts(owner)).toEqual([]);
  expect(await told(editor, 'hitsFound')).toHaveLength(before);
});

it('a failed mask reports its cause, holds publication and is retried', async () => {
  const made = await makeResource(test, { kind: 'image', owner, title: 'Broken picture', fileName: 'it.png' });
  const place = { source: 'ocr', position: 1, page: 1, box: [0.4, 0.4, 0.2, 0.2] };
  await test.db
    .insertInto('passages')
    .values({ ...place, resource_id: made.id, text: 'A swordfish' })
    .execute();
  await untilFound(made.id);
  const { version } = await reviewOf(test, made.id);
  const body = { decision: 'mask', reason: 'personal', note: '', version } as const;
  await test.call(decideReview, { params: { id: made.id }, body }, { as: editor });
  const failed = await eventually(async () => {
    const review = await reviewOf(test, made.id, editor);
    expect(review.maskFailed?.why).toBe('The image is damaged or incomplete.');
    return review;
  });
  expect(failed).toMatchObject({ state: 'masked', masks: 1, version: version + 1 });
  expect(failed.moves).toContain('maskAgain');
  const params = { title: 'Broken picture', cause: 'The image is damaged or incomplete.' };
  const resource = { id: made.id, kind: 'image' } as const;
  expect(await told(editor, 'maskFailed')).toMatchObject([{ params, link: reviewPath(resource) }]);
  expect(await told(owner, 'maskFailed')).toMatchObject([{ params, link: resourcePath(resource) }]);
  const open = () => test.container.services.tasks.findOpen(test.db, `reviewDue:${made.id}`);
  expect(await open()).toBeDefined();

  const publish = async () => {
    const wanted = { move: 'publish', version: await versionOf(test, made.id) } as const;
    return test.call(moveResource, { params: { id: made.id }, body: wanted }, { as: test.admin });
  };
  expect((await publish()).failure.code).toBe('masksFirst');
  const scan = await test.call(getResourceScan, { params: { id: made.id } }, { as: owner });
  expect(scan.data).toMatchObject({ masked: true, holdsPublication: true });

  const picture = sharp({ create: { width: 10, height: 10, channels: 3, background: '#fff' } }).png();
  const { storeKey, sizeBytes, sha256 } = await test.container.services.fileStore.write(
    Readable.from([await picture.toBuffer()]),
  );
  const values = { store_key: storeKey, size_bytes: sizeBytes, sha256 };
  await test.db.updateTable('files').set(values).where('id', '=', made.fileId).execute();
  const again = () => test.call(maskAgain, { params: { id: made.id } }, { as: editor });
  expect((await again()).data).toMatchObject({ state: 'masked', maskFailed: null });
  expect((await again()).failure.code).toBe('illegalMove');
  const url = pathOf(openVersionFile).replace(':id', made.id).replace(':versionId', made.versionId);
  await eventually(async () => {
    const { statusCode } = await test.app.inject({ url, headers: { cookie: cookieHeader(owner.cookies) } });
    expect(statusCode).toBe(200);
  });
  expect(await open()).toBeUndefined();
  expect((await publish()).status).toBe(200);
  expect(await told(editor, 'maskFailed')).toHaveLength(1);
});
