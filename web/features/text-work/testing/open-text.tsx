import type { ReadingLine } from '@lectern/contract/features/reading.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { at, idOf, sampleResource, sampleVersion } from '../../../components/resource/testing/sample-detail.ts';
import { samplePart, sampleReading } from '../../../components/resource/testing/sample-reading.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { sampleUser } from '../../../lib/testing/sample-session.ts';
import { envelope, stubApi } from '../../../lib/testing/stub-api.ts';
import { TextWorkPage } from '../text-work-page.tsx';

export const me = sampleUser({ id: idOf(900), roleId: 3, permissions: ['/app/handle/asr', '/app/handle/img'] });
const video = sampleResource({
  kind: 'video',
  format: 'mp4',
  current: sampleVersion({ format: 'mp4', durationSeconds: 60 }),
});
const picture = sampleResource({ kind: 'image', format: 'png', current: sampleVersion({ format: 'png' }) });
export const speech = `${at}/readings/speech`;
export const ocr = `${at}/readings/ocr`;
export const reading = sampleReading({ source: 'speech', parts: 1, engine: 'Parakeet 0.6b' });
export const pageReading = sampleReading({ source: 'ocr', parts: 1, engine: 'PP-OCR v4' });
const word = (text: string, startMs: number, confidence = 0.95) => ({
  text,
  confidence,
  startMs,
  endMs: startMs + 300,
});
export const lines: ReadingLine[] = [
  {
    text: 'Welcome to bilogy.',
    confidence: 0.8,
    startMs: 0,
    endMs: 2_000,
    words: [word('Welcome', 0), word('to', 400), word('bilogy.', 800, 0.3)],
  },
  {
    text: 'More cristae, more membrane.',
    confidence: 0.8,
    startMs: 12_500,
    endMs: 15_000,
    words: [word('More', 12_500), word('cristae,', 12_900, 0.41), word('more', 13_400), word('membrane.', 13_900)],
  },
];
export const pageLines: ReadingLine[] = [
  { text: 'First line', confidence: 0.95, box: [0.1, 0.1, 0.5, 0.05] },
  { text: 'Second line', confidence: 0.5, box: [0.1, 0.2, 0.5, 0.05] },
];
export const info = (change: object = {}) => ({
  version: 1,
  baseId: reading.id,
  by: { id: me.id, name: me.name },
  own: true,
  updatedAt: '2026-11-16T10:00:00.000Z',
  ...change,
});

type Calls = Parameters<typeof stubApi>[0];
const common: Calls = {
  [`GET ${at}/renditions`]: () => envelope([]),
  [`GET ${at}/work`]: () => envelope([]),
  [`GET ${at}/work/neighbours`]: () => envelope({ previous: null, next: null, before: 0, after: 0 }),
  [`GET ${at}/subtitles`]: () => envelope({ tracks: [], mayEdit: true, hasTranscript: true }),
  'GET /api/glossary': () =>
    envelope({ rows: [], count: { value: 0, exact: true }, tabs: {}, next: null, previous: null }),
};
const textCalls = (path: string): Calls => ({
  [`GET ${path}/lock`]: () => envelope(null),
  [`PUT ${path}/lock`]: () =>
    envelope({ holder: { id: me.id, name: me.name }, since: '2026-11-16T10:00:00.000Z', own: true }),
  [`DELETE ${path}/lock`]: () => envelope(null, 204),
  [`PUT ${path}/draft`]: () => envelope(info()),
});

/** Opens the page of a recording with two transcribed lines. */
export async function openSpeech(calls: Calls = {}, known: object = {}, heard: ReadingLine[] = lines) {
  const api = stubApi({
    [`GET ${at}`]: () => envelope(video),
    ...common,
    ...textCalls(speech),
    [`GET ${speech}/versions`]: () => envelope({ versions: [reading], draft: null, mayEdit: true, ...known }),
    [`GET ${speech}`]: () => envelope({ reading, parts: [samplePart(1, heard)] }),
    ...calls,
  });
  const page = await renderPage(`/app/handle/asrVideoDetail/${idOf(1)}`, TextWorkPage, me);
  return { api, user: userEvent.setup(), ...page };
}

/** Opens the page of a picture with two recognized lines. */
export async function openPicture(calls: Calls = {}, known: object = {}) {
  const api = stubApi({
    [`GET ${at}`]: () => envelope(picture),
    ...common,
    ...textCalls(ocr),
    [`GET ${ocr}/versions`]: () => envelope({ versions: [pageReading], draft: null, mayEdit: true, ...known }),
    [`GET ${ocr}`]: () => envelope({ reading: pageReading, parts: [samplePart(1, pageLines)] }),
    ...calls,
  });
  const page = await renderPage(`/app/handle/imgDetail/${idOf(1)}`, TextWorkPage, me);
  return { api, user: userEvent.setup(), ...page };
}

export const field = (number: number) => screen.findByRole<HTMLTextAreaElement>('textbox', { name: `Line ${number}` });

/** Starts editing the first line with the keyboard. */
export async function beginText(user: ReturnType<typeof userEvent.setup>) {
  const list = await screen.findByRole('region', { name: 'Lines of text' });
  list.focus();
  await user.keyboard('{Enter}');
  return field(1);
}
