import { randomUUID } from 'node:crypto';
import {
  type ApplyGlossaryInput,
  type GlossaryOccurrence,
  type GlossaryRule,
  previewGlossary,
} from '@lectern/contract/features/glossary.ts';
import {
  getOperation,
  listOperationItems,
  startOperation,
  undoOperation,
} from '@lectern/contract/features/operation.ts';
import { listReadingVersions, putReadingDraft, takeReadingLock } from '@lectern/contract/features/reading-edit.ts';
import {
  getSubtitle,
  listSubtitleVersions,
  putSubtitleDraft,
  takeSubtitleLock,
} from '@lectern/contract/features/subtitle.ts';
import { createSubtitle, moveSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus } from '../../testing/campus.ts';
import { eventually } from '../../testing/eventually.ts';
import { insertWord } from '../../testing/review-rig.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { linesOf, makeText, textPages } from '../../testing/text-rig.ts';

let test: TestApp;
let editor: Identity;
let stranger: Identity;
let departmentId: string;
const pages = [...textPages, '/app/handle/subtitle'];
beforeAll(async () => {
  test = await startTestApp();
  const campus = await buildCampus(test);
  departmentId = campus.physics;
  editor = await test.identity({ roleId: 3, pages, departmentId, name: 'Edith' });
  stranger = await test.identity({ roleId: 3, pages, departmentId: campus.history });
  await test.container.worker.start();
  // Wait for the first maintenance run, which would otherwise plan steps for resources of the first test.
  await eventually(async () => {
    const rounds = await test.db.selectFrom('jobs').select('state').where('kind', '=', 'maintenance').execute();
    expect(rounds).toEqual([{ state: 'done' }]);
  });
});
afterAll(async () => {
  await test.container.worker.stop();
  await test.close();
});

let spellings = 0;
/** A term that occurs in no other test's texts. */
function freshRule(): GlossaryRule {
  spellings += 1;
  return { wrong: `fermy${spellings}`, right: `Fermi${spellings}`, wholeWord: true, language: null };
}
const preview = async (rule: GlossaryRule, as = editor) => {
  const found: GlossaryOccurrence[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const body = { rule, ...(cursor && { cursor }) };
    const { data } = await test.call(previewGlossary, { body }, { as });
    found.push(...data.occurrences);
    cursor = data.next;
  }
  return found;
};

async function ended(id: string, as = editor) {
  const operation = await eventually(async () => {
    const { data } = await test.call(getOperation, { params: { id } }, { as });
    expect(['done', 'failed']).toContain(data.state);
    return data;
  });
  const { data } = await test.call(listOperationItems, { params: { id } }, { as });
  return { ...operation, items: data.rows.map(({ label, state, reason }) => [label, state, reason]) };
}
async function apply(
  rule: GlossaryRule,
  ids: readonly string[],
  leaveOut: ApplyGlossaryInput['leaveOut'] = [],
  as = editor,
) {
  const selection = { ids: [...new Set(ids)] };
  const wanted = { list: 'glossary', action: 'applyGlossary', selection, input: { rule, leaveOut } };
  const started = await test.call(startOperation, { body: wanted }, { as });
  expect(started.status).toBe(202);
  return ended(started.data.id, as);
}
const undo = async (id: string) => ended((await test.call(undoOperation, { params: { id } }, { as: editor })).data.id);

async function makeVideo(lines: string[], cues: Cue[], language: 'en' | 'zh' = 'en') {
  const text = await makeText(test, { kind: 'video', departmentId, title: 'Lecture', parts: [lines] });
  const body = { language, from: { kind: 'file' as const, cues } };
  const made = await test.call(createSubtitle, { params: { id: text.id }, body }, { as: editor });
  return { ...text, track: made.data.track, textId: made.data.text.id };
}
const cuesOf = async (id: string) => (await test.call(getSubtitle, { params: { id } }, { as: editor })).data;

describe('the preview of a replacement', () => {
  it('shows OCR text, transcripts and subtitles with their places, and changes nothing', async () => {
    const rule = freshRule();
    const { wrong } = rule;
    const scan = await makeText(test, {
      ...{ departmentId, title: 'Scan', source: 'ocr', kind: 'document' },
      parts: [['nothing'], [`of ${wrong} gas`]],
    });
    const video = await makeVideo(
      [`the ${wrong} energy`],
      [
        { startMs: 0, endMs: 900, text: 'Hello' },
        { startMs: 1000, endMs: 3000, text: `An ${wrong}\nlevel` },
      ],
    );
    await makeText(test, { departmentId, parts: [[`in${wrong} and ${rule.right}`]] });
    const found = await preview(rule);
    expect(found).toHaveLength(3);
    expect(found.find(({ source }) => source === 'ocr')).toMatchObject({
      ...{ textId: scan.readingId, ordinal: 0, page: 2, box: [0.1, 0.1, 0.8, 0.05], startMs: null, cue: null },
      ...{ before: 'of ', found: wrong, after: ' gas', right: rule.right, resource: { title: 'Scan' } },
    });
    expect(found.find(({ source }) => source === 'speech')).toMatchObject({
      ...{ textId: video.readingId, page: null, startMs: 0, before: 'the ', after: ' energy' },
    });
    expect(found.find(({ source }) => source === 'subtitle')).toMatchObject({
      ...{ textId: video.textId, startMs: 1000, cue: 2, before: 'An ', after: ' level', language: 'en' },
      published: false,
    });
    expect(await linesOf(test, scan)).toEqual(['nothing', `of ${wrong} gas`]);
    expect(await preview({ ...rule, language: 'zh' })).toEqual([]);
    const bad = await test.call(previewGlossary, { body: { rule, cursor: 'nonsense' } }, { as: editor });
    expect(bad.failure.status).toBe(422);
  });

  it('leaves out texts outside the data scope, of other pages and redacted ones', async () => {
    const rule = freshRule();
    const { wrong } = rule;
    await makeText(test, { departmentId, source: 'ocr', parts: [[wrong]] });
    await makeVideo([wrong], [{ startMs: 0, endMs: 2000, text: wrong }]);
    expect(await preview(rule, stranger)).toEqual([]);
    const sources = async (page: string) => {
      const person = await test.identity({ roleId: 3, pages: [page], departmentId });
      return (await preview(rule, person)).map(({ source }) => source).sort();
    };
    expect(await sources('/app/handle/img')).toEqual(['ocr']);
    expect(await sources('/app/handle/asr')).toEqual(['speech', 'subtitle']);
    expect(await sources('/app/handle/subtitle')).toEqual(['subtitle']);
    const reader = await test.identity({ roleId: 3, pages: ['/app/resource/info'], departmentId });
    const refused = await test.call(previewGlossary, { body: { rule } }, { as: reader });
    expect(refused.failure.code).toBe('pageForbidden');
  });

  it('finds pieces of words, and terms of scripts without spaces', async () => {
    const rule = freshRule();
    await makeText(test, { departmentId, parts: [[`pre${rule.wrong}post`]] });
    await makeVideo(['x'], [{ startMs: 0, endMs: 900, text: `这是库${spellings}仑定\n理吗` }], 'zh');
    expect(await preview(rule)).toEqual([]);
    expect(await preview({ ...rule, wholeWord: false })).toMatchObject([{ before: 'pre', after: 'post' }]);
    const chinese = { ...rule, wrong: '仑定理', right: '仑定律' };
    expect(await preview(chinese)).toMatchObject([{ source: 'subtitle', found: '仑定理', language: 'zh' }]);
  });

  it('is given some at a time, however many texts have the term', async () => {
    const rule = freshRule();
    const lines = Array.from({ length: 60 }, () => rule.wrong);
    for (let at = 0; at < 3; at += 1) await makeText(test, { departmentId, parts: [lines] });
    const { data: first } = await test.call(previewGlossary, { body: { rule } }, { as: editor });
    expect([first.occurrences.length, first.texts]).toEqual([120, { value: 2, exact: false }]);
    expect(await preview(rule)).toHaveLength(180);
  });
});

describe('a replacement', () => {
  it('writes a version of each selected text, with Undo', async () => {
    const rule = freshRule();
    const { wrong, right } = rule;
    const scan = await makeText(test, { departmentId, source: 'ocr', parts: [[`${wrong} one`, `${wrong} two`]] });
    const video = await makeVideo([`some ${wrong} here`], [{ startMs: 10, endMs: 2000, text: `${wrong} said` }]);
    const found = await preview(rule);
    const leaveOut = [{ textId: scan.readingId, ordinals: [0] }];
    const done = await apply(
      rule,
      found.map(({ textId }) => textId),
      leaveOut,
    );
    expect(done).toMatchObject({ done: 3, skipped: 0, failed: 0 });
    expect(await linesOf(test, scan)).toEqual([`${wrong} one`, `${right} two`]);
    expect(await linesOf(test, video)).toEqual([`some ${right} here`]);
    const { track, cues } = await cuesOf(video.track.id);
    expect(cues).toEqual([{ startMs: 10, endMs: 2000, text: `${right} said` }]);
    expect(track).toMatchObject({ number: 2, origin: 'edited', changedBy: 'Edith' });
    const params = { id: scan.id, source: 'ocr' as const };
    const { data } = await test.call(listReadingVersions, { params }, { as: editor });
    expect(data.versions.map(({ number, createdBy }) => [number, createdBy])).toEqual([
      [2, 'Edith'],
      [1, null],
    ]);
    const passages = await test.db.selectFrom('passages').select('text').where('resource_id', '=', scan.id).execute();
    expect(passages.map(({ text }) => text).join(' ')).toContain(`${right} two`);
    expect(await undo(done.id)).toMatchObject({ done: 3 });
    expect(await linesOf(test, scan)).toEqual([`${wrong} one`, `${wrong} two`]);
    expect((await cuesOf(video.track.id)).cues[0]?.text).toBe(`${wrong} said`);
    const { data: texts } = await test.call(listSubtitleVersions, { params: { id: video.track.id } }, { as: editor });
    expect(texts.versions.map(({ number }) => number)).toEqual([3, 2, 1]);
  });

  it('keeps the boxes of words and the state of an automatic track that it is undone in', async () => {
    const rule = freshRule();
    const scan = await makeText(test, { departmentId, source: 'ocr', parts: [[`a ${rule.wrong} gas`]] });
    const text = await makeText(test, { kind: 'video', departmentId, parts: [[`cells of ${rule.wrong}`]] });
    const body = { language: 'en' as const, from: { kind: 'speech' as const } };
    const { data } = await test.call(createSubtitle, { params: { id: text.id }, body }, { as: editor });
    const done = await apply(rule, [scan.readingId, data.text.id]);
    expect(done).toMatchObject({ done: 2 });
    const { rows } = await sql<{ words: { text: string; box: number[] }[] }>`
      select content -> 'lines' -> 0 -> 'words' as words from reading_parts join readings on readings.id = reading_id
      where resource_id = ${scan.id} and current`.execute(test.db);
    const words = rows[0]?.words ?? [];
    expect(words.map((word) => word.text)).toEqual(['a', rule.right, 'gas']);
    expect(words[1]?.box[0]).toBeCloseTo(0.1 + 0.8 / 3);
    expect((await cuesOf(data.track.id)).track).toMatchObject({ state: 'edited', origin: 'edited' });
    await undo(done.id);
    expect((await cuesOf(data.track.id)).track).toMatchObject({ state: 'auto', origin: 'machine' });
  });

  it('reaches players at once where a track is published, and is scanned', async () => {
    const rule = freshRule();
    const word = { ...rule, right: `forbidden${spellings}` };
    await insertWord(test, word.right);
    const { track, textId, id } = await makeVideo(['hello'], [{ startMs: 0, endMs: 2000, text: rule.wrong }]);
    const moved = { params: { id: track.id }, body: { move: 'publish' as const, version: track.version } };
    await test.call(moveSubtitle, moved, { as: editor });
    expect(await preview(word)).toMatchObject([{ published: true }]);
    expect(await apply(word, [textId])).toMatchObject({ done: 1 });
    expect((await cuesOf(track.id)).track.state).toBe('published');
    await eventually(async () => {
      const hits = await test.db.selectFrom('sensitive_hits').select('id').where('resource_id', '=', id).execute();
      expect(hits).toHaveLength(1);
    });
  });

  it('skips texts that changed since, are being edited, or have a draft, and says which', async () => {
    const rule = freshRule();
    const { wrong } = rule;
    const text = (title: string) => makeText(test, { departmentId, title, source: 'ocr', parts: [[wrong]] });
    const [changed, busy, drafted] = [await text('Changed'), await text('Busy'), await text('Drafted')];
    const video = await makeVideo(['x'], [{ startMs: 0, endMs: 900, text: wrong }]);
    const other = await makeVideo(['x'], [{ startMs: 0, endMs: 900, text: wrong }]);
    const anna = await test.identity({ roleId: 3, pages, departmentId, name: 'Anna' });
    const window = randomUUID();
    const lock = { params: { id: busy.id, source: 'ocr' as const }, body: { window } };
    await test.call(takeReadingLock, lock, { as: anna });
    const part = { number: 1, lines: [{ text: 'typed', confidence: null }] };
    const draft = { baseId: drafted.readingId, window, version: 0, parts: [part] };
    const params = { id: drafted.id, source: 'ocr' as const };
    expect((await test.call(putReadingDraft, { params, body: draft }, { as: anna })).http).toBe(200);
    await test.call(takeSubtitleLock, { params: { id: video.track.id }, body: { window } }, { as: anna });
    const cues = [{ startMs: 0, endMs: 900, text: 'typed' }];
    const typed = { baseId: other.textId, window, version: 0, parts: [{ number: 1 as const, cues }] };
    await test.call(putSubtitleDraft, { params: { id: other.track.id }, body: typed }, { as: editor });
    await apply({ ...rule, wrong: 'unused' }, [changed.readingId]);
    await sql`update readings set current = false where id = ${changed.readingId}`.execute(test.db);
    await sql`insert into readings (id, resource_id, version_id, source, number, origin, current, source_sha256, doubtful,
        characters, parts)
      select gen_random_uuid(), resource_id, version_id, source, 2, origin, true, source_sha256, doubtful, characters, parts
      from readings where id = ${changed.readingId}`.execute(test.db);
    const ids = [changed, busy, drafted].map(({ readingId }) => readingId);
    const done = await apply(rule, [...ids, video.textId, other.textId, randomUUID()]);
    expect(done).toMatchObject({ done: 0, skipped: 6, failed: 0 });
    expect(done.items).toEqual([
      ['Changed · OCR text', 'skipped', 'The text has changed since the preview.'],
      ['Busy · OCR text', 'skipped', 'Anna is editing this.'],
      ['Drafted · OCR text', 'skipped', 'Anna has an unsaved draft. Take it over or discard it first.'],
      ['Lecture · Subtitles', 'skipped', 'Anna is editing this.'],
      ['Lecture · Subtitles', 'skipped', 'You have unsaved changes here. Save or discard them first.'],
      ['', 'skipped', expect.any(String)],
    ]);
    expect((await cuesOf(video.track.id)).cues[0]?.text).toBe(wrong);
  });

  it('never touches or names others’ texts, and Undo skips those changed since', async () => {
    const rule = freshRule();
    const text = await makeText(test, { departmentId, title: 'Secret', parts: [[rule.wrong]] });
    const refused = await apply(rule, [text.readingId], [], stranger);
    expect(refused.items).toEqual([['', 'skipped', expect.not.stringContaining('Secret')]]);
    expect(await linesOf(test, text)).toEqual([rule.wrong]);
    const ocrOnly = await test.identity({ roleId: 3, pages: ['/app/handle/img'], departmentId });
    expect(await apply(rule, [text.readingId], [], ocrOnly)).toMatchObject({ done: 0, skipped: 1 });
    const first = await apply(rule, [text.readingId]);
    const again = { ...rule, wrong: rule.right, right: 'Enrico' };
    await apply(
      again,
      (await preview(again)).map(({ textId }) => textId),
    );
    expect((await undo(first.id)).items).toEqual([
      [expect.stringContaining('Transcript'), 'skipped', 'It has changed since.'],
    ]);
    expect(await linesOf(test, text)).toEqual(['Enrico']);
    const reader = await test.identity({ roleId: 3, pages: ['/app/resource/info'], departmentId });
    const wanted = { list: 'glossary', action: 'applyGlossary', selection: { ids: [text.readingId] } };
    const body = { ...wanted, input: { rule, leaveOut: [] } };
    expect((await test.call(startOperation, { body }, { as: reader })).failure.code).toBe('pageForbidden');
  });
});
