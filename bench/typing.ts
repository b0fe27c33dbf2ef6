import { parseArgs } from 'node:util';
import { listLibraries, updateLibrary } from '@lectern/contract/features/library.ts';
import { createSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { Product } from '../e2e/product/product.ts';
import { callApi } from '../e2e/session/call-api.ts';
import { type Session, signIn, storageStateOf } from '../e2e/session/sign-in.ts';
import { longSubtitles } from '../e2e/typing/long-lecture.ts';
import { measureTyping, typingTable } from '../e2e/typing/measure-typing.ts';
import { seedLongLecture } from '../e2e/typing/seed-long-lecture.ts';
import { conclude } from './report.ts';

/**
 * How long a keystroke blocks the page, in a 5,000-line transcript and in as many subtitle cues beside a three-hour
 * recording: the longest main-thread task per kind of key, in the built product and a real browser. The figure is the
 * task's CPU time; its wall time shows how busy the machine was otherwise.
 */
const { values } = parseArgs({ options: { lines: { type: 'string', default: '5000' } } });
const limitMs = 50;

/** Converts the recording for the web, but skips transcribing three hours of it. */
async function hearNothing(origin: string, session: Session): Promise<void> {
  for (const { id, version } of await callApi(origin, session, listLibraries)) {
    const body = { processing: { convert: true, ocr: false, asr: false }, version };
    await callApi(origin, session, updateLibrary, { params: { id }, body });
  }
}

const product = await Product.start();
try {
  const { origin } = product;
  const session = await signIn(origin, 'admin');
  await hearNothing(origin, session);
  const { id } = await seedLongLecture(product, session, Number(values.lines));
  const from = { kind: 'file', cues: longSubtitles(Number(values.lines)) } as const;
  await callApi(origin, session, createSubtitle, { params: { id }, body: { language: 'en', from } });
  const pages = { transcript: `/app/handle/asrVideoDetail/${id}`, subtitles: `/app/handle/subtitle?id=${id}` };
  let worst = 0;
  for (const [name, path] of Object.entries(pages)) {
    const longest = await measureTyping({ origin, storageState: storageStateOf(origin, session), path });
    console.log(`${name}\n${typingTable(longest)}`);
    worst = Math.max(worst, ...[...longest.values()].map(({ computed }) => computed));
  }
  conclude('typing', worst, limitMs, (value, limit) => value <= limit);
} finally {
  await product.stop();
}
