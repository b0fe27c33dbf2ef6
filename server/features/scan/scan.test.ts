import { moveResource, updateResource } from '@lectern/contract/features/resource.ts';
import { addNote, updateNote } from '@lectern/contract/features/resource-detail.ts';
import { getResourceScan } from '@lectern/contract/features/scan.ts';
import { renameTag } from '@lectern/contract/features/tag.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { makeResource, type ResourceWish, resourceRowOf, versionOf } from '../../testing/resource-rig.ts';
import { type ScanRig, scanRig } from '../../testing/scan-rig.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let rig: ScanRig;
beforeAll(async () => {
  test = await startTestApp();
  rig = scanRig(test);
  await rig.addWord('quagmire');
  await rig.addWord('blockade', { severity: 'block' });
  await rig.addWord('禁词', { severity: 'notice' });
});
afterAll(() => test.close());

/** The file name must contain no match. */
const make = (wish: ResourceWish) => makeResource(test, { fileName: 'file.pdf', ...wish });

type Fields = { title?: string; description?: string; tagIds?: string[] };
async function edit(id: string, fields: Fields) {
  const body = { ...fields, version: await versionOf(test, id) };
  const answer = await test.call(updateResource, { params: { id }, body }, { as: test.admin });
  expect(answer.http).toBe(200);
  await rig.settle();
}
const move = async (id: string, name: 'publish' | 'trash' | 'restore') =>
  test.call(
    moveResource,
    { params: { id }, body: { move: name, version: await versionOf(test, id) } },
    { as: test.admin },
  );
const openOf = async (id: string) =>
  (await rig.hitsOf(id)).filter((hit) => hit.state === 'open').map((hit) => `${hit.word} in ${hit.source}`);
async function tag(name: string): Promise<string> {
  const id = newId();
  await test.db.insertInto('tags').values({ id, name }).execute();
  return id;
}
const viewOf = async (id: string) => (await test.call(getResourceScan, { params: { id } }, { as: test.admin })).data;

describe('a scan', () => {
  it('finds words in title, description, tags, file name and notes, whichever way they change', async () => {
    const { id } = await makeResource(test, { title: 'Plain', fileName: 'quagmire-final.pdf' });
    expect(await viewOf(id)).toBe(null);
    await rig.settle();
    expect(await openOf(id)).toEqual(['quagmire in fileName']);
    await edit(id, { title: 'The Quagmire', description: 'Ordinary. 有禁詞在此。' });
    expect(await openOf(id)).toEqual(['禁词 in description', 'quagmire in fileName', 'quagmire in title']);
    const tagId = await tag('harmless');
    await edit(id, { tagIds: [tagId] });
    await test.call(renameTag, { params: { id: tagId }, body: { name: 'quagmires' } }, { as: test.admin });
    const note = await test.call(addNote, { params: { id }, body: { text: 'fine', page: 2 } }, { as: test.admin });
    await rig.settle();
    expect(await openOf(id)).toContain('quagmire in tags');
    const renamed = { params: { id, noteId: note.data.id }, body: { text: 'a quagmire here' } };
    await test.call(updateNote, renamed, { as: test.admin });
    expect((await viewOf(id))?.stale).toBe(true);
    await rig.settle();
    expect(await rig.hitsOf(id)).toContainEqual(
      expect.objectContaining({ source: 'note', page: 2, note_id: note.data.id }),
    );
    await edit(id, { title: 'Plain', description: '', tagIds: [] });
    expect(await openOf(id)).toEqual(['quagmire in fileName', 'quagmire in note']);
    expect(await viewOf(id)).toMatchObject({ stale: false, severity: 'review', openHits: 2, holdsPublication: true });
  });

  it('keeps the marks exact, and changes nothing when it is done twice, or twice at once', async () => {
    const { id } = await make({ title: 'A quagmire, no: ＱＵＡＧＭＩＲＥ!' });
    await rig.settle();
    const before = await rig.hitsOf(id);
    expect(before.map((hit) => hit.excerpt.slice(hit.mark_start, hit.mark_end))).toEqual([
      'quagmire',
      'ＱＵＡＧＭＩＲＥ',
    ]);
    expect(before.map((hit) => hit.occurrence)).toEqual([1, 2]);
    await rig.changeWord(String(before[0]?.word_id), { exceptions: ['no such phrase'] });
    const { scans } = test.container.services;
    await Promise.all([scans.scan(id), scans.scan(id), scans.scan(id)]);
    expect(await rig.hitsOf(id)).toEqual(before);
  });

  it('that began before another one which is saved already is thrown away', async () => {
    const { id } = await make({ title: 'Quagmire' });
    const { scans } = test.container.services;
    const early = await scans.prepare(id);
    await edit(id, { title: 'Changed' });
    const saved = await test.db.transaction().execute((transaction) => scans.save(transaction, early));
    expect(saved.overtaken).toBe(true);
    expect(await openOf(id)).toEqual([]);
  });

  it('that did not see the last change of a text leaves the note about it to the next one', async () => {
    const { id } = await make({ title: 'Harmless' });
    const { scans } = test.container.services;
    const early = await scans.prepare(id);
    const body = { title: 'Quagmire', version: await versionOf(test, id) };
    await test.call(updateResource, { params: { id }, body }, { as: test.admin });
    await test.db.transaction().execute((transaction) => scans.save(transaction, early));
    expect(await openOf(id)).toEqual([]);
    await rig.settle();
    expect(await openOf(id)).toEqual(['quagmire in title']);
  });

  it('knows the severity of now', async () => {
    const wordId = await rig.addWord('lukewarm', { severity: 'notice' });
    const { id } = await make({ title: 'Lukewarm', state: 'published' });
    await rig.settle();
    expect(await viewOf(id)).toMatchObject({ severity: 'notice', holdsPublication: false });
    const due = async () => {
      const found = test.db
        .selectFrom('sensitive_reviews')
        .select(['due_at', 'opened_at'])
        .where('resource_id', '=', id);
      const { due_at, opened_at } = await found.executeTakeFirstOrThrow();
      const { details } = (await test.container.services.tasks.findOpen(test.db, `reviewDue:${id}`)) ?? {};
      const days = Math.round((due_at.getTime() - opened_at.getTime()) / 86_400_000);
      return [days, (details as { severity?: string } | undefined)?.severity];
    };
    expect(await due()).toEqual([7, 'notice']);
    await rig.changeWord(wordId, { severity: 'block' });
    await test.container.services.scans.scan(id);
    expect(await resourceRowOf(test, id)).toMatchObject({ state: 'blocked' });
    expect(await due()).toEqual([1, 'block']);
  });
});

describe('a decision', () => {
  it('keeps decisions until the text changes, and again when it changes back', async () => {
    const description = 'Here is a quagmire. And more.';
    const { id } = await make({ title: 'Decided', description });
    await rig.settle();
    const [hit] = await rig.hitsOf(id);
    await rig.decide(String(hit?.id), 'clear');
    await edit(id, { description: `A line before. ${description}` });
    expect(await rig.hitsOf(id)).toMatchObject([{ id: hit?.id, state: 'cleared', start_offset: 25 }]);
    await edit(id, { description: 'Here is another quagmire.' });
    expect((await rig.hitsOf(id)).map((one) => one.state).sort()).toEqual(['gone', 'open']);
    await edit(id, { description });
    expect(await rig.hitsOf(id)).toMatchObject([{ id: hit?.id, state: 'cleared' }]);
  });
});

describe('a word that blocks', () => {
  it('takes a resource offline at once, cancels its schedule and says where the match is', async () => {
    const { id } = await make({ title: 'Lesson', state: 'published' });
    await test.db
      .updateTable('resources')
      .set({ offline_at: new Date('2999-01-01') })
      .where('id', '=', id)
      .execute();
    await edit(id, { description: 'A b.l.o.c.k.a.d.e of the harbour.' });
    expect(await resourceRowOf(test, id)).toMatchObject({
      ...{ state: 'blocked', offline_at: null, state_reason: 'Sensitive content found: Description' },
    });
    const [activity] = await test.db
      .selectFrom('activities')
      .selectAll()
      .where('object_id', '=', id)
      .where('action', '=', 'resource.blocked')
      .execute();
    expect(activity).toMatchObject({ actor_id: null, before: { state: 'published' } });
    const review = await test.db.selectFrom('sensitive_reviews').selectAll().where('resource_id', '=', id).execute();
    expect(review).toMatchObject([{ severity: 'block', open_hits: 1, resource_state_before: 'published' }]);
    expect((await move(id, 'publish')).http).toBe(409);
  });

  it('is found again when a resource comes back from the trash', async () => {
    const { id } = await make({ title: 'Back again' });
    await move(id, 'trash');
    await rig.settle();
    await rig.addWord('back again', { severity: 'block' });
    await move(id, 'restore');
    await rig.settle();
    expect(await resourceRowOf(test, id)).toMatchObject({ state: 'blocked' });
  });
});
