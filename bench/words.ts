import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AhoCorasick } from '@monyone/aho-corasick';
import { WordCompiler, type WordMatcher } from '../server/engines/word-matcher/compile-words.ts';
import { WordMatcherHost } from '../server/engines/word-matcher/word-matcher-host.ts';
import { conclude, median, table } from './report.ts';
import { WordsCorpus } from './words-corpus.ts';

/**
 * Builds a matcher of 200,000 words and compares its speed, including undoing disguises and ranking matches, with a
 * library that only finds the literal words. Times are CPU times of the thread, so other load doesn't count. Also
 * checks that matching in the worker thread doesn't block the event loop of its caller.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean' } } });
const wordCount = values.quick ? 100_000 : 200_000;
const corpus = new WordsCorpus(wordCount);
const words = [...corpus.matcherWords()];
const text = corpus.text(values.quick ? 200_000 : 500_000);

const built = [buildOnce(), buildOnce(), buildOnce()];
const buildMs = median(built.map(({ ms }) => ms));
const memoryMb = median(built.map(({ mb }) => mb));
const matcher = built[0]?.matcher as WordMatcher;
const library = new AhoCorasick(corpus.words);
const rounds = [compareOnce(), compareOnce(), compareOnce()];
const ratio = median(rounds.map(({ own, other }) => own / other));
const delayMs = await delayInThread();

const bars = [
  ['build, s', (buildMs / 1000).toFixed(2), '< 1', buildMs < 1000],
  ['memory, MB', memoryMb.toFixed(0), '< 100', memoryMb < 100],
  ['event loop p99 beside the thread, ms', delayMs.toFixed(1), '< 50', delayMs < 50],
] as const;
console.log(`${wordCount} words, ${text.length} characters, ${matcher.find(text).length} places`);
console.log(
  table([
    ['', 'value', 'bar', ''],
    ...bars.map(([name, value, bar, ok]) => [name, value, bar, ok ? 'ok' : 'short']),
    ['own, million characters a second', median(rounds.map(({ own }) => own)).toFixed(2), '', ''],
    ['library, million characters a second', median(rounds.map(({ other }) => other)).toFixed(2), '', ''],
  ]),
);
conclude('words', ratio, 4, (value, limit) => value >= limit);
if (!bars.every(([, , , ok]) => ok)) process.exitCode = 1;

function buildOnce(): { matcher: WordMatcher; ms: number; mb: number } {
  collectGarbage();
  const before = memoryNow();
  const started = process.threadCpuUsage();
  const compiler = new WordCompiler();
  for (const word of words) compiler.add(word);
  const one = compiler.compile();
  const ms = cpuMs(started);
  collectGarbage();
  return { matcher: one, ms, mb: (memoryNow() - before) / 1e6 };
}

/** Measured back to back, under the same machine load. */
function compareOnce(): { own: number; other: number } {
  const first = process.threadCpuUsage();
  for (let round = 0; round < 4; round += 1) matcher.find(text);
  const own = (4 * text.length) / cpuMs(first) / 1000;
  const second = process.threadCpuUsage();
  library.matchInText(text);
  return { own, other: text.length / cpuMs(second) / 1000 };
}

async function delayInThread(): Promise<number> {
  const host = new WordMatcherHost();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  host.open();
  delay.enable();
  await host.load('bench', () => corpus.matcherWords());
  for (let batch = 0; batch < 10; batch += 1) {
    await host.findAll([{ id: String(batch), text: text.slice(batch * 10_000, batch * 10_000 + 50_000) }]);
  }
  delay.disable();
  await host.close();
  // The monitor counts its own pause of five milliseconds.
  return delay.percentile(99) / 1e6 - 5;
}

function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since);
  return (user + system) / 1000;
}

function memoryNow(): number {
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // Memory found unused in one round may be released only in the next.
  for (let round = 0; round < 3; round += 1) collect();
}
