import { getOperation, startOperation, undoOperation } from '@lectern/contract/features/operation.ts';
import { listSubtitles, type SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { createSubtitle, moveSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../platform/new-id.ts';
import { buildCampus } from '../../testing/campus.ts';
import { eventually } from '../../testing/eventually.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { followTexts, makeText } from '../../testing/text-rig.ts';

let test: TestApp;
let owner: Identity;
let editor: Identity;
let reader: Identity;
let stranger: Identity;

beforeAll(async () => {
  test = await startTestApp();
  const { physics, history } = await buildCampus(test);
  const pages = ['/app/handle/subtitle', '/app/resource/info'];
  owner = await test.identity({ roleId: 4, pages, departmentId: physics });
  editor = await test.identity({ roleId: 3, pages, departmentId: physics });
  reader = await test.identity({ roleId: 4, pages: ['/app/resource/info'], departmentId: history });
  stranger = await test.identity({ roleId: 3, pages, departmentId: history });
  await test.container.worker.start();
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

async function makeVideo(): Promise<string> {
  const parts = [['cells have walls and water moves through them.', 'plants drink through their roots, slowly.']];
  return (await makeText(test, { kind: 'video', state: 'published', owner, parts })).id;
}

async function cut(id: string, language: SubtitleTrack['language'] = 'en') {
  const body = { language, from: { kind: 'speech' as const } };
  return (await test.call(createSubtitle, { params: { id }, body }, { as: owner })).data;
}

const list = (query: Record<string, string>, as = owner) => test.call(listSubtitles, { query }, { as });

async function tabs(as = owner): Promise<Record<string, number>> {
  const { data } = await test.call(listSubtitles, { query: { tab: 'all' } }, { as });
  return Object.fromEntries(Object.entries(data.tabs).map(([tab, count]) => [tab, count.value]));
}

describe('the subtitles list', () => {
  const carryOut = async (action: string, ids: string[], input = {}, as = editor) => {
    const started = await test.call(
      startOperation,
      { body: { list: 'subtitle', action, selection: { ids }, input } },
      { as },
    );
    expect(started.http).toBe(202);
    const id = started.data.id;
    await eventually(async () => {
      const { data } = await test.call(getOperation, { params: { id } }, { as });
      expect(data.state).toBe('done');
    });
    return (await test.call(getOperation, { params: { id } }, { as })).data;
  };
  const rowOf = async (id: string, as = editor) => {
    const { data } = await test.call(listSubtitles, { query: { tab: 'all', size: 200 } }, { as });
    return data.rows.find((row) => row.id === id);
  };

  it('counts videos by what their tracks are, within the data scope', async () => {
    const before = await tabs(test.admin);
    const id = await makeVideo();
    expect((await tabs(test.admin)).none).toBe((before.none ?? 0) + 1);
    const { track } = await cut(id);
    await cut(id, 'fr');
    const body = { move: 'check', version: track.version } as const;
    await test.call(moveSubtitle, { params: { id: track.id }, body }, { as: owner });
    const after = await tabs(test.admin);
    expect([after.none, after.auto, after.checked]).toEqual([
      before.none,
      (before.auto ?? 0) + 1,
      (before.checked ?? 0) + 1,
    ]);
    expect(await rowOf(id, stranger)).toBeUndefined();
    const listed = await list({ tab: 'checked', language: 'fr', state: 'auto' });
    expect(listed.data.rows.map((row) => row.id)).toEqual([id]);
    expect((await list({ tab: 'all', lacks: 'fr' })).data.rows.map((row) => row.id)).not.toContain(id);
    expect((await test.call(listSubtitles, {}, { as: reader })).http).toBe(403);
  });

  it('publishes and deletes many at once, and takes it back', async () => {
    const [one, two, bare] = [await makeVideo(), await makeVideo(), await makeVideo()];
    await cut(one);
    await cut(two);
    const done = await carryOut('publish', [one, two, bare]);
    expect(done).toMatchObject({ done: 2, skipped: 1, failed: 0 });
    const undone = await test.call(undoOperation, { params: { id: done.id } }, { as: editor });
    await eventually(async () => expect((await rowOf(one))?.tracks[0]?.state).toBe('auto'));
    expect(undone.http).toBe(202);
    const removed = await carryOut('delete', [one], { language: 'en' });
    expect((await rowOf(one))?.tracks).toEqual([]);
    await test.call(undoOperation, { params: { id: removed.id } }, { as: editor });
    await eventually(async () => expect((await rowOf(one))?.tracks).toHaveLength(1));
    expect((await carryOut('check', [two])).done).toBe(1);
  });

  it('publishes no subtitles that are out of date unless that is accepted', async () => {
    const id = await makeVideo();
    await cut(id);
    await sql`update readings set current = false where resource_id = ${id}`.execute(test.db);
    await sql`
      insert into readings (id, resource_id, version_id, source, number, origin, current, source_sha256, characters, parts)
      select ${newId()}, resource_id, version_id, source, 9, 'edited', true, source_sha256, 1, 0
      from readings where resource_id = ${id} limit 1`.execute(test.db);
    await followTexts(test.db, id);
    expect(await rowOf(id)).toMatchObject({ stale: true });
    expect(await carryOut('publish', [id])).toMatchObject({ done: 0, skipped: 1 });
    expect((await rowOf(id))?.tracks[0]?.state).toBe('auto');
    expect((await carryOut('publish', [id], { acceptOutOfDate: true })).done).toBe(1);
  });

  it('runs missing tracks', async () => {
    const id = await makeVideo();
    expect((await carryOut('runMissing', [id])).done).toBe(1);
    await eventually(async () => {
      expect((await rowOf(id))?.tracks[0]).toMatchObject({ language: 'en', state: 'auto', problems: 0 });
    });
    expect((await rowOf(id))?.work).toMatchObject({ state: 'done' });
    expect((await carryOut('runMissing', [id])).skipped).toBe(1);
    expect((await carryOut('run', [id])).done).toBe(1);
  });
});
