import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { wavBytes } from '../server/engines/speech/openai-speech.ts';
import { samplesOf } from '../server/engines/speech/wav-file.ts';
import type { Recognised, Recogniser, TimedLine } from './recogniser.ts';
import { type Choice, choose, type Half } from './recognition-figures.ts';
import { median } from './report.ts';
import { type Doubts, doubtFigures, scoreDoubts, sumOf } from './score-doubts.ts';
import { scoreWords, spokenWords, type WordScore, wordErrorRate } from './score-words.ts';

type TimedWord = { word: string; start_sec: number; end_sec: number };
type Listed = { id: string; grp: string; file: string; ref: string; dur: number; words?: TimedWord[] };
type Heard = Recognised & { listed: Listed; score: WordScore; offMs: number[]; doubts: Doubts };

/** Maximum word error rate, in percent. */
const mostErrors = 3.5;
/** Seconds without speech; engines without voice detection tend to invent words here. */
const emptySeconds = 12;

/**
 * Transcribes every English recording listed in the folder's `manifest.json` and compares the words with the expected
 * ones.
 */
export async function measureSpeech(recogniser: Recogniser, given: string, choice: Choice): Promise<Half | undefined> {
  const folder = path.join(given, 'speech');
  if (!existsSync(path.join(folder, 'manifest.json'))) return undefined;
  const all = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Listed[];
  const chosen = choose(all, choice).filter(({ grp }) => grp !== 'zh');
  const heard: Heard[] = [];
  await recogniser.hear(
    chosen.map(({ file }) => path.join(folder, file)),
    (at, one) => {
      const listed = chosen[at];
      if (!listed) return;
      const text = textOf(one.lines);
      process.stderr.write(`${listed.id} ${one.cause ?? text}\n`);
      heard.push({
        ...one,
        listed,
        score: scoreWords(listed.ref, text),
        offMs: startsOff(listed.words ?? [], one.lines),
        doubts: doubtsOf(listed, one.lines),
      });
    },
  );
  const empty = await hearNothing(recogniser);
  const offMs = heard.flatMap((one) => one.offMs);
  const doubts = heard.map((one) => one.doubts);
  const { words, wrong, marked, found } = sumOf(doubts);
  return {
    title: `Speech (${choice.rows} rows, English, ${recogniser.name})`,
    head: ['file', 'seconds', 'errors', 'of', 'rate %', 's'],
    rows: heard.map(({ listed, score, seconds, cause }) => [
      listed.id,
      listed.dur.toFixed(1),
      cause ?? score.errors,
      score.length,
      wordErrorRate([score]).toFixed(2),
      seconds.toFixed(1),
    ]),
    notes: [
      `words begin within ${offMs.length > 0 ? median(offMs) : '-'} ms (median of ${offMs.length})`,
      `doubtful: ${marked} of ${words} words, among them ${found} of ${wrong} wrong ones`,
      ...empty.map(({ name, heard: { lines, cause } }) => `${name}: “${textOf(lines)}”, ${cause ?? 'no cause'}`),
    ],
    figures: [
      { name: 'speech-english-word-errors', value: wordErrorRate(heard.map(({ score }) => score)), limit: mostErrors },
      {
        name: 'speech-heard-in-nothing',
        value: empty.filter(({ heard: { lines, cause } }) => lines.length > 0 || cause !== 'noSpeech').length,
        limit: 0,
      },
      ...doubtFigures('speech', doubts),
    ],
  };
}

/** Transcribes silence and a pure tone, which must yield no words and a cause. */
async function hearNothing(recogniser: Recogniser): Promise<{ name: string; heard: Recognised }[]> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'lectern-nothing-'));
  const length = samplesOf(emptySeconds * 1000);
  const sounds = {
    silence: new Float32Array(length),
    tone: Float32Array.from({ length }, (_, at) => 0.3 * Math.sin((2 * Math.PI * 440 * at) / samplesOf(1000))),
  };
  try {
    const names = Object.keys(sounds) as (keyof typeof sounds)[];
    const files = names.map((name) => path.join(scratch, `${name}.wav`));
    for (const [at, name] of names.entries()) await writeFile(files[at] ?? '', wavBytes(sounds[name]));
    const heard: { name: string; heard: Recognised }[] = [];
    await recogniser.hear(
      files,
      (at, one) => void heard.push({ name: `${emptySeconds} s of ${names[at]}`, heard: one }),
    );
    return heard;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function doubtsOf({ ref }: Listed, lines: readonly TimedLine[]): Doubts {
  const words = lines.flatMap((line) => line.words ?? []);
  return scoreDoubts(
    [spokenWords(ref)],
    words.map((word) => ({ ...word, pieces: spokenWords(word.text) })),
  );
}

function textOf(lines: readonly TimedLine[]): string {
  return lines.map((line) => line.text).join(' ');
}

/**
 * Differences in ms between start times, for matching words only; none if the number of words differs, because words
 * can't be paired then.
 */
function startsOff(truth: readonly TimedWord[], lines: readonly TimedLine[]): number[] {
  const words = lines.flatMap((line) => line.words ?? []);
  if (truth.length !== words.length) return [];
  return truth.flatMap(({ word, start_sec }, at) => {
    const other = words[at];
    if (other?.startMs === undefined || spokenWords(word).join() !== spokenWords(other.text).join()) return [];
    return [Math.abs(Math.round(start_sec * 1000) - other.startMs)];
  });
}
