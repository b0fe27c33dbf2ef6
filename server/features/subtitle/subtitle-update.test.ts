import { randomUUID } from 'node:crypto';
import { getReading } from '@lectern/contract/features/reading.ts';
import { saveReading } from '@lectern/contract/features/reading-edit.ts';
import {
  getSubtitle,
  listResourceSubtitles,
  listSubtitles,
  putSubtitleDraft,
  takeSubtitleLock,
} from '@lectern/contract/features/subtitle.ts';
import { createSubtitle, moveSubtitle, saveSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { previewSubtitleUpdate, updateSubtitleText } from '@lectern/contract/features/subtitle-update.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus } from '../../testing/campus.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { makeText, spokenLine } from '../../testing/text-rig.ts';

let test: TestApp;
let owner: Identity;
let stranger: Identity;
const pages = ['/app/handle/subtitle', '/app/handle/asr', '/app/resource/info'];

beforeAll(async () => {
  test = await startTestApp();
  const campus = await buildCampus(test);
  owner = await test.identity({ roleId: 4, pages, departmentId: campus.physics, name: 'Olga' });
  stranger = await test.identity({ roleId: 3, pages, departmentId: campus.history });
});
afterAll(() => test.close());

const said = ['cells have wals and water moves through them.', 'plants drink through their roots, slowly.'];

async function makeTrack() {
  const { id } = await makeText(test, { kind: 'video', state: 'published', owner, parts: [said] });
  const body = { language: 'en' as const, from: { kind: 'speech' as const } };
  const { data } = await test.call(createSubtitle, { params: { id }, body }, { as: owner });
  return { id, track: data.track, textId: data.text.id };
}

/** Corrects a transcript by hand. */
async function correct(id: string, lines: readonly string[]): Promise<void> {
  const params = { id, source: 'speech' as const };
  const { data } = await test.call(getReading, { params }, { as: owner });
  const part = { number: 1, lines: lines.map((text, at) => spokenLine(text, at * 10_000)) };
  const body = { baseId: data.reading.id, draftVersion: null, parts: [part] };
  expect((await test.call(saveReading, { params, body }, { as: owner })).http).toBe(201);
}

const preview = (id: string, as = owner) => test.call(previewSubtitleUpdate, { params: { id } }, { as });
async function update(id: string, as = owner) {
  const { baseId, readingId } = (await preview(id)).data;
  return test.call(updateSubtitleText, { params: { id }, body: { baseId, readingId } }, { as });
}
const open = async (id: string) => (await test.call(getSubtitle, { params: { id } }, { as: owner })).data;
const textsOf = async (id: string) => (await open(id)).cues.map(({ text }) => text.replace('\n', ' '));
async function save(id: string, edit: (text: string) => string) {
  const { cues, text } = await open(id);
  const edited = cues.map((cue) => ({ ...cue, text: edit(cue.text) }));
  return test.call(saveSubtitle, { params: { id }, body: { baseId: text.id, cues: edited } }, { as: owner });
}

describe('subtitles of a transcript that was corrected', () => {
  it('are behind it, in the list too, until they are updated in one call', async () => {
    const { id, track } = await makeTrack();
    expect(track).toMatchObject({ behind: false, stale: false });
    await correct(id, [said[0]?.replace('wals', 'walls') ?? '', said[1] ?? '']);
    const { data: tracks } = await test.call(listResourceSubtitles, { params: { id } }, { as: owner });
    expect(tracks.tracks).toMatchObject([{ behind: true, stale: true, state: 'auto' }]);
    const query: Record<string, string> = { tab: 'all', stale: 'yes' };
    const { data: list } = await test.call(listSubtitles, { query }, { as: owner });
    expect(list.rows.find((row) => row.id === id)?.tracks).toMatchObject([{ behind: true }]);
    const { data } = await preview(track.id);
    expect(data).toMatchObject({ counts: { changed: 1, toCheck: 0 }, changed: [{ cue: 0, before: said[0] }] });
    const before = (await open(track.id)).cues;
    const updated = await update(track.id);
    expect(updated.data).toMatchObject({ changed: 1, toCheck: 0, track: { behind: false, state: 'auto', number: 2 } });
    const after = (await open(track.id)).cues;
    expect(after.map(({ startMs, endMs }) => [startMs, endMs])).toEqual(
      before.map(({ startMs, endMs }) => [startMs, endMs]),
    );
    expect(after[0]?.text).toContain('walls');
    expect((await preview(track.id)).failure.code).toBe('notBehind');
  });

  it('keep what a person worded, name it for checking, and stay published', async () => {
    const { id, track } = await makeTrack();
    await save(track.id, (text) => text.replace('wals', 'a wall'));
    const { version } = (await open(track.id)).track;
    const body = { move: 'publish' as const, version };
    await test.call(moveSubtitle, { params: { id: track.id }, body }, { as: owner });
    await correct(id, [said[0]?.replace('wals', 'walls') ?? '', said[1]?.replace('slowly', 'quickly') ?? '']);
    const { data } = await preview(track.id);
    expect(data.toCheck).toMatchObject([{ cue: 0, after: expect.stringContaining('walls') }]);
    expect(data.changed).toMatchObject([{ before: said[1], after: said[1]?.replace('slowly', 'quickly') }]);
    const updated = await update(track.id);
    expect(updated.data).toMatchObject({ changed: 1, toCheck: 1, track: { behind: false, state: 'published' } });
    expect(await textsOf(track.id)).toEqual([
      said[0]?.replace('wals', 'a wall'),
      said[1]?.replace('slowly', 'quickly'),
    ]);
  });

  it('are up to date when they say the same, and search and scans know their own text', async () => {
    const { id, track } = await makeTrack();
    const body = { move: 'publish' as const, version: track.version };
    await test.call(moveSubtitle, { params: { id: track.id }, body }, { as: owner });
    const passages = async () => {
      const rows = test.db.selectFrom('passages').select('text').where('resource_id', '=', id);
      return (await rows.where('source', '=', 'subtitle').execute()).map(({ text }) => text).join(' ');
    };
    expect(await passages()).toBe('');
    const corrected = [said[0]?.replace('wals', 'walls') ?? '', said[1] ?? ''];
    await correct(id, corrected);
    expect(await passages()).toContain('wals');
    expect((await open(track.id)).track.behind).toBe(true);
    const { data } = await save(track.id, (text) => text.replace('wals', 'walls'));
    expect(data.track).toMatchObject({ behind: false, state: 'published' });
    expect(await passages()).toBe('');
  });

  it('are not overwritten while someone edits them, has a draft, or saved another text', async () => {
    const { id, track, textId } = await makeTrack();
    await correct(id, [said[0]?.replace('wals', 'walls') ?? '', said[1] ?? '']);
    const { baseId, readingId } = (await preview(track.id)).data;
    const wrong = { params: { id: track.id }, body: { baseId, readingId: randomUUID() } };
    expect((await test.call(updateSubtitleText, wrong, { as: owner })).failure.code).toBe('changedMeanwhile');
    const window = randomUUID();
    const parts = [{ number: 1 as const, cues: [{ startMs: 0, endMs: 900, text: 'typed' }] }];
    const draft = { baseId: textId, window, version: 0, parts };
    await test.call(putSubtitleDraft, { params: { id: track.id }, body: draft }, { as: owner });
    const again = { params: { id: track.id }, body: { baseId, readingId } };
    expect((await test.call(updateSubtitleText, again, { as: owner })).failure.code).toBe('ownDraft');
    await test.call(takeSubtitleLock, { params: { id: track.id }, body: { window } }, { as: owner });
    expect((await test.call(updateSubtitleText, again, { as: owner })).failure.code).toBe('editedByOther');
  });

  it('are hidden from people who can’t edit them', async () => {
    const { id, track } = await makeTrack();
    await correct(id, ['one', 'two']);
    expect((await preview(track.id, stranger)).failure.code).toBe('notYours');
    const known = (await preview(track.id)).data;
    const body = { baseId: known.baseId, readingId: known.readingId };
    const call = (as: Identity) => test.call(updateSubtitleText, { params: { id: track.id }, body }, { as });
    expect((await call(stranger)).failure.code).toBe('notYours');
    const elsewhere = await test.identity({ roleId: 3, pages: ['/app/handle/img'] });
    expect((await call(elsewhere)).failure.code).toBe('pageForbidden');
    expect((await preview(randomUUID())).failure.code).toBe('notFound');
  });

  it('from a file are not made from a transcript, and do not go out of date with it', async () => {
    const { id } = await makeText(test, { kind: 'video', owner, parts: [said] });
    const from = { kind: 'file' as const, cues: [{ startMs: 0, endMs: 900, text: 'imported' }] };
    const made = await test.call(createSubtitle, { params: { id }, body: { language: 'en', from } }, { as: owner });
    await correct(id, ['one', 'two']);
    expect((await open(made.data.track.id)).track).toMatchObject({ behind: false, stale: false });
  });
});
