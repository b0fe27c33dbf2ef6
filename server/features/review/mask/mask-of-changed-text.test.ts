import { exportReading, getReading } from '@lectern/contract/features/reading.ts';
import { getReadingDraft, restoreReading, saveReading } from '@lectern/contract/features/reading-edit.ts';
import { getReview } from '@lectern/contract/features/review.ts';
import { decideReview } from '@lectern/contract/features/review-decision.ts';
import { searchPassages } from '@lectern/contract/features/search.ts';
import { getSubtitle, getSubtitleDraft } from '@lectern/contract/features/subtitle.ts';
import {
  createSubtitle,
  exportSubtitle,
  moveSubtitle,
  openPublishedSubtitle,
  saveSubtitle,
} from '@lectern/contract/features/subtitle-change.ts';
import { getResourceSummary, getSummary, listSummaries } from '@lectern/contract/features/summary.ts';
import { approveSummary, editSummary, publishSummary } from '@lectern/contract/features/summary-change.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { pathOf } from '../../../platform/http/mount-endpoints.ts';
import { buildCampus } from '../../../testing/campus.ts';
import { scanRig } from '../../../testing/scan-rig.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../../testing/test-app.ts';
import { makeText, spokenLine } from '../../../testing/text-rig.ts';

let test: TestApp;
let rig: ReturnType<typeof scanRig>;
/** May edit the texts, but doesn't review. */
let owner: Identity;
let editor: Identity;

beforeAll(async () => {
  test = await startTestApp();
  rig = scanRig(test);
  const { physics: departmentId } = await buildCampus(test);
  owner = await test.identity({ roleId: 4, pages: ['/app/home/my', '/app/handle/asr'], departmentId });
  editor = await test.identity({ roleId: 3, pages: ['/app/handle/ai', '/app/handle/subtitle'], departmentId });
  await rig.addWord('swordfish');
  await rig.settle();
});
afterAll(() => test.close());

const lines = ['the secret is swordfish here', 'and nothing else at all'];
const speech = (id: string) => ({ id, source: 'speech' }) as const;

async function load(
  who: Identity,
  endpoint: { method: string; path: string },
  ids: Record<string, string>,
  query = '',
) {
  const url = pathOf(endpoint as typeof exportReading).replace(/:(\w+)/g, (_, name: string) => ids[name] ?? '');
  const response = await test.app.inject({ url: `${url}${query}`, headers: { cookie: cookieHeader(who.cookies) } });
  return response.payload;
}

/** Every place where a person can read the text, including derived ones. */
async function everything(id: string, trackId: string, readingId: string, who: Identity): Promise<string[]> {
  const read = async (query = {}) =>
    JSON.stringify(
      (await test.call(getReading, { params: speech(id), query: { words: 'true', ...query } }, { as: who })).data.parts,
    );
  const search = async (text: string) =>
    JSON.stringify((await test.call(searchPassages, { query: { text } }, { as: who })).data);
  return [
    await read(),
    await read({ readingId }),
    ...(await Promise.all(
      ['txt', 'json', 'srt', 'vtt'].map((format) => load(who, exportReading, speech(id), `?format=${format}`)),
    )),
    await load(who, exportReading, speech(id), `?format=txt&readingId=${readingId}`),
    await load(who, openPublishedSubtitle, { id, language: 'en' }),
    await load(who, exportSubtitle, { id: trackId }, '?format=srt'),
    JSON.stringify((await test.call(getSubtitle, { params: { id: trackId } }, { as: who })).data.cues),
    JSON.stringify((await test.call(getResourceSummary, { params: { id } }, { as: who })).data),
    await search('swordfish'),
    await search('secret'),
  ];
}
const tells = (texts: readonly string[], word: string) =>
  texts.filter((text) => text.toLowerCase().includes(word)).length;

async function save(id: string, baseId: string, ...texts: string[]): Promise<string> {
  const parts = [{ number: 1, lines: texts.map((text, at) => spokenLine(text, at * 10_000)) }];
  const body = { baseId, draftVersion: null, parts };
  return (await test.call(saveReading, { params: speech(id), body }, { as: test.admin })).data.id;
}

it('masked text in a changed text stays hidden, before and after the next scan', async () => {
  const { id, readingId } = await makeText(test, { kind: 'video', state: 'published', owner, parts: [lines] });
  const as = { as: test.admin };
  const from = { kind: 'speech' } as const;
  const { track, text } = (await test.call(createSubtitle, { params: { id }, body: { language: 'en', from } }, as))
    .data;
  await test.call(moveSubtitle, { params: { id: track.id }, body: { move: 'publish', version: track.version } }, as);
  await test.container.services.pipeline.planMissing(test.db, { most: 100 });
  const { version } = (await test.call(getSummary, { params: { id } }, as)).data;
  const content = { short: ['Sword-fish is said.'], outline: [], keywords: ['Swordfish'], chapters: [], questions: [] };
  const { data: draft } = await test.call(
    editSummary,
    { params: { id }, body: { baseId: null, version, content } },
    as,
  );
  const summaryId = String(draft.summaryId);
  const { data: agreed } = await test.call(
    approveSummary,
    { params: { id }, body: { summaryId, version: draft.version } },
    as,
  );
  await test.call(publishSummary, { params: { id }, body: { summaryId, version: agreed.version } }, as);
  await rig.settle();
  const review = (await test.call(getReview, { params: { id } }, as)).data;
  const mask = { decision: 'mask', reason: 'personal', note: '', version: review.version } as const;
  expect((await test.call(decideReview, { params: { id }, body: mask }, as)).http).toBe(200);
  const seen = (who: Identity) => everything(id, track.id, readingId, who);
  const all = (await seen(test.admin)).length;

  let texts = await seen(owner);
  expect([tells(texts, 'swordfish'), tells(texts, 'sword-fish'), tells(texts, 'nothing') > 6]).toEqual([0, 0, true]);

  // The word is in another line now, where no mask covers it yet.
  const moved = await save(id, readingId, 'something before it', 'the swordfish', 'and nothing else');
  texts = await seen(owner);
  expect([tells(texts, 'swordfish'), tells(texts, 'sword-fish')]).toEqual([0, 0]);
  expect([tells(texts, 'nothing'), tells(texts, 'said')]).toEqual([0, 0]);
  // Exports are redacted for everyone; only the pages themselves show the word to reviewers.
  expect(tells(await seen(test.admin), 'swordfish')).toBeGreaterThan(4);
  const own = { as: owner };
  const again = { baseId: moved, draftVersion: null, parts: [], checked: true };
  expect((await test.call(saveReading, { params: speech(id), body: again }, own)).failure.code).toBe('coveredForYou');
  expect((await test.call(getReadingDraft, { params: speech(id) }, own)).data).toBeNull();
  const cues = [{ startMs: 0, endMs: 2000, text: 'Mine.' }];
  const over = { params: { id: track.id }, body: { baseId: text.id, cues } };
  expect((await test.call(saveSubtitle, over, own)).failure.code).toBe('coveredForYou');
  expect((await test.call(getSubtitleDraft, { params: { id: track.id } }, own)).data).toBeNull();
  const { data: row } = await test.call(listSummaries, { query: { tab: 'all' } }, { as: editor });
  expect(JSON.stringify(row)).not.toMatch(/sword/i);
  const writes = await test.call(getSummary, { params: { id } }, { as: editor });
  expect([writes.data.moves.includes('edit'), writes.data.current?.content.keywords]).toEqual([false, ['■■■■■■■■■']]);

  await rig.settle();
  texts = await seen(owner);
  // The scan has moved the mask along with its word.
  expect([tells(texts, 'swordfish'), tells(texts, 'sword-fish'), tells(texts, 'nothing') > 6]).toEqual([0, 0, true]);

  // The deleted word is still in older versions, derived texts and the film, so its masks stay.
  const without = await save(id, moved, 'something before it', 'and nothing else');
  await rig.settle();
  texts = await seen(owner);
  expect(texts).toHaveLength(all);
  expect([tells(texts, 'swordfish'), tells(texts, 'sword-fish'), tells(texts, 'nothing') > 6]).toEqual([0, 0, true]);
  const kept = await test.db.selectFrom('sensitive_masks').select('source').where('resource_id', '=', id).execute();
  expect(kept).toContainEqual({ source: 'speech' });

  // Search finds other words of these subtitles, and the word is masked there as well.
  const told = [{ startMs: 0, endMs: 3000, text: 'No secret:\nthe SWORDFISH.' }];
  const edited = { params: { id: track.id }, body: { baseId: text.id, cues: told } };
  expect((await test.call(saveSubtitle, edited, as)).http).toBe(201);
  for (const settled of [false, true]) {
    if (settled) await rig.settle();
    texts = await seen(owner);
    expect([settled, tells(texts, 'swordfish'), tells(texts, 'no secret') > 0]).toEqual([settled, 0, settled]);
  }

  const back = { params: { ...speech(id), readingId }, body: { baseId: without } };
  expect((await test.call(restoreReading, back, as)).http).toBe(201);
  texts = await seen(owner);
  expect([tells(texts, 'swordfish'), tells(texts, 'nothing')]).toEqual([0, 0]);
  await rig.settle();
  texts = await seen(owner);
  expect([tells(texts, 'swordfish'), tells(texts, 'sword-fish'), tells(texts, 'nothing') > 6]).toEqual([0, 0, true]);
});
