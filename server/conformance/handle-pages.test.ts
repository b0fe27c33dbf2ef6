import { randomUUID } from 'node:crypto';
import { cancelStep } from '@lectern/contract/features/machine-work.ts';
import {
  listReadingVersions,
  putReadingDraft,
  saveReading,
  takeReadingLock,
} from '@lectern/contract/features/reading-edit.ts';
import { getSubtitle, takeSubtitleLock } from '@lectern/contract/features/subtitle.ts';
import {
  createSubtitle,
  moveSubtitle,
  saveSubtitle,
  updateSubtitle,
} from '@lectern/contract/features/subtitle-change.ts';
import { getSummary } from '@lectern/contract/features/summary.ts';
import { editSummary } from '@lectern/contract/features/summary-change.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildCampus, type Campus } from '../testing/campus.ts';
import { type Identity, startTestApp, type TestApp } from '../testing/test-app.ts';
import { makeText, printedLine, spokenLine } from '../testing/text-rig.ts';

/**
 * Texts are edited from the machine-work lists: anyone who may open such a list can change what it shows, with or without
 * access to the resource pages, and nothing else.
 */
type Action = 'ocr' | 'speech' | 'subtitle' | 'summary' | 'ocrStep' | 'asrStep' | 'subtitleStep' | 'summariseStep';
const actionsOf: Record<string, { pages: string[]; may: Action[] }> = {
  'OCR alone': { pages: ['/app/handle/img'], may: ['ocr', 'ocrStep'] },
  'speech alone': { pages: ['/app/handle/asr'], may: ['speech', 'asrStep', 'subtitle', 'subtitleStep'] },
  'subtitles alone': { pages: ['/app/handle/subtitle'], may: ['subtitle', 'subtitleStep'] },
  'summaries alone': { pages: ['/app/handle/ai'], may: ['summary', 'summariseStep'] },
  'machine work alone': {
    pages: ['/app/data/convert'],
    may: ['ocrStep', 'asrStep', 'subtitleStep', 'summariseStep'],
  },
  'resources alone': {
    pages: ['/app/resource/info'],
    may: ['ocr', 'speech', 'subtitle', 'ocrStep', 'asrStep', 'subtitleStep', 'summariseStep'],
  },
  'columns and favourites': { pages: ['/app/resource/column', '/app/home/collect'], may: [] },
};

let test: TestApp;
let campus: Campus;
beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
});
afterAll(() => test.close());

/** A video with a transcript and an image with OCR text, published so that everyone can read them. */
async function makeVideo(owner?: Identity) {
  const wish = { kind: 'video', state: 'published', departmentId: campus.physics, ...(owner && { owner }) } as const;
  const speech = await makeText(test, { ...wish, parts: [['water moves through walls']] });
  const picture = await makeText(test, { ...wish, kind: 'image', source: 'ocr', parts: [['a small cell']] });
  await test.container.services.pipeline.plan(test.db, speech.versionId);
  await test.container.services.pipeline.plan(test.db, picture.versionId);
  const body = { language: 'en', from: { kind: 'speech' } } as const;
  const { data } = await test.call(createSubtitle, { params: { id: speech.id }, body }, { as: test.admin });
  return { speech, picture, ...data };
}
type Made = Awaited<ReturnType<typeof makeVideo>>;

/** The error code of the attempt, or undefined when it succeeds. */
async function attempt(made: Made, action: Action, as: Identity): Promise<string | undefined> {
  const { speech, picture, track, text } = made;
  const refusal = async (answer: Promise<{ http: number; failure: { code: string } }>) => {
    const { http, failure } = await answer;
    return http < 300 ? undefined : failure.code;
  };
  const run = (id: string, kind: 'ocr' | 'asr' | 'subtitle' | 'summarise') =>
    refusal(test.call(cancelStep, { params: { id, kind } }, { as }));
  const write = (of: typeof speech, line: ReturnType<typeof spokenLine>) =>
    refusal(
      test.call(
        saveReading,
        {
          params: { id: of.id, source: of.source },
          body: { baseId: of.readingId, draftVersion: null, parts: [{ number: 1, lines: [line] }] },
        },
        { as },
      ),
    );
  switch (action) {
    case 'speech':
      return write(speech, spokenLine('water runs', 0));
    case 'ocr':
      return write(picture, printedLine('a great cell', 0.1));
    case 'subtitle': {
      const cues = [{ startMs: 0, endMs: 2000, text: 'Water runs.' }];
      return refusal(test.call(saveSubtitle, { params: { id: track.id }, body: { baseId: text.id, cues } }, { as }));
    }
    case 'summary': {
      const content = { short: ['Water runs.'], outline: [], keywords: [], chapters: [], questions: [] };
      const { data, http, failure } = await test.call(getSummary, { params: { id: speech.id } }, { as });
      if (http !== 200) return failure.code;
      const body = { baseId: null, version: data.version, content };
      return refusal(test.call(editSummary, { params: { id: speech.id }, body }, { as }));
    }
    case 'ocrStep':
      return run(picture.id, 'ocr');
    case 'asrStep':
      return run(speech.id, 'asr');
    case 'subtitleStep':
      return run(speech.id, 'subtitle');
    case 'summariseStep':
      return run(speech.id, 'summarise');
  }
}

const all = [...new Set(Object.values(actionsOf).flatMap(({ may }) => may))];

describe('someone with the page of', () => {
  it.each(Object.entries(actionsOf))('%s can change its objects and no others', async (_, { pages, may }) => {
    const made = await makeVideo();
    const editor = await test.identity({ roleId: 3, pages, departmentId: campus.physics });
    const other = await test.identity({ roleId: 3, pages, departmentId: campus.history });
    const done: Action[] = [];
    for (const action of all) {
      // Published resources of other departments can be read but not changed.
      expect(['notYours', 'notFound', 'pageForbidden']).toContain(await attempt(made, action, other));
      const told = await attempt(made, action, editor);
      if (told === undefined) done.push(action);
      else expect([action, told]).toEqual([action, expect.stringMatching(/^(notYours|pageForbidden)$/)]);
    }
    expect(done.sort()).toEqual([...may].sort());
  });

  it('speech, who owns the video, changes it as a user; others of the department look on', async () => {
    const owner = await test.identity({ roleId: 4, pages: ['/app/handle/asr'], departmentId: campus.physics });
    const made = await makeVideo(owner);
    const colleague = await test.identity({ roleId: 4, pages: ['/app/handle/asr'], departmentId: campus.physics });
    expect(await attempt(made, 'speech', colleague)).toBe('notYours');
    expect(await attempt(made, 'subtitle', colleague)).toBe('notYours');
    expect(await attempt(made, 'ocr', owner)).toBe('notYours');
    expect(await attempt(made, 'speech', owner)).toBeUndefined();
    expect(await attempt(made, 'subtitle', owner)).toBeUndefined();
  });
});

it('locks, drafts and page data follow the same rule', async () => {
  const made = await makeVideo();
  const { speech, track } = made;
  const [editor, looker] = [
    await test.identity({ roleId: 3, pages: ['/app/handle/asr'], departmentId: campus.physics }),
    await test.identity({ roleId: 3, pages: ['/app/handle/img'], departmentId: campus.physics }),
  ];
  const params = { id: speech.id, source: 'speech' } as const;
  const window = randomUUID();
  const parts = [{ number: 1, lines: [spokenLine('water', 0)] }];
  const body = { baseId: speech.readingId, window, version: 0, parts };
  for (const [as, may] of [
    [looker, false],
    [editor, true],
  ] as const) {
    expect((await test.call(listReadingVersions, { params }, { as })).data.mayEdit).toBe(may);
    expect((await test.call(getSubtitle, { params: { id: track.id } }, { as })).data.mayEdit).toBe(may);
    expect((await test.call(takeReadingLock, { params, body: { window } }, { as })).http).toBe(may ? 200 : 403);
    expect((await test.call(putReadingDraft, { params, body }, { as })).http).toBe(may ? 200 : 403);
    const onTrack = { params: { id: track.id }, body: { window } };
    expect((await test.call(takeSubtitleLock, onTrack, { as })).http).toBe(may ? 200 : 403);
    const moved = { params: { id: track.id }, body: { move: 'check', version: track.version } } as const;
    expect((await test.call(moveSubtitle, moved, { as })).http).toBe(may ? 200 : 403);
  }
  const renamed = { params: { id: track.id }, body: { label: 'Mine', version: 2 } };
  expect((await test.call(updateSubtitle, renamed, { as: looker })).http).toBe(403);
});
