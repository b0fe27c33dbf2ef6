import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runSandboxed } from '../server/engines/sandbox/run-sandboxed.ts';
import type { SpokenWord, Transcript } from '../server/engines/speech/port.ts';
import { samplesOf } from '../server/engines/speech/sample-rate.ts';
import { wavBytes } from '../server/engines/speech/wav-bytes.ts';
import { openWav } from '../server/engines/speech/wav-file.ts';
import { findWhisperModel } from '../server/engines/speech/whisper-model.ts';
import { createWhisperSpeech } from '../server/engines/speech/whisper-speech.ts';
import { type Choice, choose, type Half } from './recognition-figures.ts';
import { median } from './report.ts';
import { scoreWords, spokenWords, type WordScore, wordErrorRate } from './score-words.ts';
import { type Used, watchChild } from './watch-child.ts';

type TimedWord = { word: string; start_sec: number; end_sec: number };
type Listed = { id: string; grp: string; file: string; ref: string; dur: number; words?: TimedWord[] };
type Heard = { listed: Listed; score: WordScore; offMs: number[]; used: Used };
type Measured = Used & { text: string };

/** Words wrong, of a hundred. */
const mostErrors = 3.5;
/** What we may take beyond the bare engine, in percent. */
const mostOverhead = 10;
const run = promisify(execFile);
const engine = createWhisperSpeech(runSandboxed);

/** Listens to every English recording that a folder's `manifest.json` lists, and compares with what is said in it. */
export async function measureSpeech(folder: string, choice: Choice): Promise<Half | undefined> {
  const manifest = path.join(folder, 'speech', 'manifest.json');
  if (!existsSync(manifest)) return undefined;
  const all = JSON.parse(readFileSync(manifest, 'utf8')) as Listed[];
  const listed = choose(all, choice).filter(({ grp }) => grp !== 'zh');
  const scratch = await mkdtemp(path.join(tmpdir(), 'lectern-speech-'));
  try {
    const heard: Heard[] = [];
    for (const one of listed) heard.push(await hear(path.join(folder, 'speech'), one, scratch));
    const long = await joinSounds(path.join(folder, 'speech'), listed, scratch);
    const ours = await hearFile(long, scratch);
    const bare = await hearBare(long);
    return describe(choice, heard, { ours, bare, text: listed.map(({ ref }) => ref).join(' ') });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

type Long = { ours: Measured; bare: Measured; text: string };

function describe(choice: Choice, heard: readonly Heard[], { ours, bare, text }: Long): Half {
  const seconds = heard.reduce((sum, { listed }) => sum + listed.dur, 0);
  const offMs = heard.flatMap((one) => one.offMs);
  const rate = (given: Measured) => wordErrorRate([scoreWords(text, given.text)]).toFixed(2);
  const work = (given: Measured) =>
    `${(given.cpuSeconds / seconds).toFixed(3)} processor s a second, ${Math.round(given.peakBytes / 1e6)} MB`;
  return {
    title: `Speech (${choice.rows} rows, English)`,
    head: ['file', 'seconds', 'errors', 'of', 'rate %', 'cpu s', 'MB'],
    rows: heard.map(({ listed, score, used }) => [
      listed.id,
      listed.dur.toFixed(1),
      score.errors,
      score.length,
      wordErrorRate([score]).toFixed(2),
      used.cpuSeconds.toFixed(1),
      Math.round(used.peakBytes / 1e6),
    ]),
    notes: [
      `words begin within ${offMs.length > 0 ? median(offMs) : '-'} ms (median of ${offMs.length})`,
      `all joined to one recording of ${Math.round(seconds)} s: ${rate(ours)} % · ${work(ours)}`,
      `the bare engine on the same: ${rate(bare)} % · ${work(bare)}`,
    ],
    figures: [
      { name: 'speech-english-word-errors', value: wordErrorRate(heard.map(({ score }) => score)), limit: mostErrors },
      { name: 'speech-overhead', value: (ours.cpuSeconds / bare.cpuSeconds - 1) * 100, limit: mostOverhead },
    ],
  };
}

async function hear(folder: string, listed: Listed, scratch: string): Promise<Heard> {
  const { words, text, ...used } = await hearFile(path.join(folder, listed.file), scratch);
  process.stderr.write(`${listed.id} ${text}\n`);
  return { listed, score: scoreWords(listed.ref, text), offMs: startsOff(listed.words ?? [], words), used };
}

async function hearFile(source: string, scratch: string): Promise<Measured & { words: SpokenWord[] }> {
  const watch = watchChild(`"source":"${source}"`);
  const signal = new AbortController().signal;
  const transcript: Transcript = await engine.transcribe({ source, folder: scratch, language: 'en', signal });
  const text = transcript.segments.map((segment) => segment.text).join(' ');
  return { ...watch.stop(), text, words: transcript.segments.flatMap(({ words }) => words) };
}

async function hearBare(source: string): Promise<Measured> {
  const model = await findWhisperModel();
  const { stdout } = await run('nice', [
    ...['-n', '10', process.execPath, '--no-warnings', path.join(import.meta.dirname, 'bare-whisper.ts')],
    ...[model.path, source],
  ]);
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Measured;
}

/** Only where the same words were heard: others have no counterpart. */
function startsOff(truth: readonly TimedWord[], words: readonly SpokenWord[]): number[] {
  if (truth.length !== words.length) return [];
  return truth.flatMap(({ word, start_sec }, at) => {
    const other = words[at];
    if (!other || spokenWords(word).join() !== spokenWords(other.text).join()) return [];
    return [Math.abs(Math.round(start_sec * 1000) - other.startMs)];
  });
}

/** One after the other, with half a second between them. */
async function joinSounds(folder: string, listed: readonly Listed[], scratch: string): Promise<string> {
  const parts: Float32Array[] = [];
  for (const { file } of listed) {
    const wav = await openWav(path.join(folder, file));
    parts.push(await wav.read(0, wav.length), new Float32Array(samplesOf(500)));
    await wav.close();
  }
  const sound = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    sound.set(part, at);
    at += part.length;
  }
  const joined = path.join(scratch, 'joined.wav');
  await writeFile(joined, wavBytes(sound));
  return joined;
}
