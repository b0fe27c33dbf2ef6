import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OcrOutcome, OcrPage } from '../server/engines/ocr/port.ts';
import { recognisePages } from '../server/engines/ocr/recognise-pages.ts';
import { runSandboxed } from '../server/engines/sandbox/run-sandboxed.ts';
import { type Choice, choose, type Half } from './recognition-figures.ts';
import { rate, type Score, scoreLines, wordRecall } from './score-text.ts';

type Listed = { id: string; file: string; gt_lines: string; lang: string };
type Read = {
  listed: Listed;
  page: OcrPage | undefined;
  ms: number;
  score: Score;
  words: { found: number; of: number };
};

/** Character errors in English and in Chinese, each as the share of what should have been read. */
const limit = 2;

/** Reads every picture that a folder's `manifest.json` lists, and compares with what stands in it. */
export async function measureOcr(folder: string, choice: Choice, keep: string | undefined): Promise<Half | undefined> {
  const manifest = path.join(folder, 'ocr', 'manifest.json');
  if (!existsSync(manifest)) return undefined;
  const all = JSON.parse(readFileSync(manifest, 'utf8')) as Listed[];
  const read = await readAll(path.join(folder, 'ocr'), choose(all, choice));
  if (keep) await writeFile(keep, read.map(asRow).join(''));
  const english = read.filter(({ listed }) => listed.lang === 'en' || listed.lang === 'latin');
  const chinese = read.filter((one) => !english.includes(one));
  const shown = (one: Read) => `${one.words.of === 0 ? '-' : Math.round((one.words.found / one.words.of) * 100)}`;
  return {
    title: `Text in pictures (${choice.rows} rows)`,
    head: ['file', 'language', 'lines', 'errors', 'of', 'rate %', 'words %', 'ms'],
    rows: read.map((one) => [
      one.listed.id,
      one.listed.lang,
      one.page?.lines.length ?? 'failed',
      one.score.errors,
      one.score.length,
      rate([one.score]).toFixed(2),
      shown(one),
      Math.round(one.ms),
    ]),
    notes: [
      `words found whole: ${wordShare(read)} % · all characters: ${rate(read.map(({ score }) => score)).toFixed(2)} %`,
    ],
    figures: [
      { name: 'ocr-english-character-errors', value: rate(english.map(({ score }) => score)), limit },
      { name: 'ocr-chinese-character-errors', value: rate(chinese.map(({ score }) => score)), limit },
    ].filter((_, at) => (at === 0 ? english : chinese).length > 0),
  };
}

async function readAll(folder: string, listed: readonly Listed[]): Promise<Read[]> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'lectern-recognition-'));
  const read: Read[] = [];
  let since = performance.now();
  const onPage = (outcome: OcrOutcome) => {
    const one = listed[outcome.index];
    if (!one) return;
    const page = 'page' in outcome ? outcome.page : undefined;
    read.push({ listed: one, page, ms: performance.now() - since, ...compare(folder, one, page) });
    since = performance.now();
    process.stderr.write(`${one.id} ${page?.lines.length ?? 'failed'}\n`);
  };
  try {
    const sources = listed.map(({ file }) => ({ file: path.join(folder, file) }));
    await recognisePages(runSandboxed, { sources, folder: scratch, onPage }, new AbortController().signal);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return read;
}

function compare(folder: string, listed: Listed, page: OcrPage | undefined): Pick<Read, 'score' | 'words'> {
  const truth = JSON.parse(readFileSync(path.join(folder, listed.gt_lines), 'utf8')) as { text: string }[];
  const [wanted, given] = [truth.map(({ text }) => text), (page?.lines ?? []).map(({ text }) => text)];
  // That collection's truth is in capitals throughout.
  const score = scoreLines(wanted, given, listed.id.startsWith('sroie'));
  return { score, words: wordRecall(wanted, given) };
}

function wordShare(read: readonly Read[]): string {
  const found = read.reduce((sum, { words }) => sum + words.found, 0);
  const of = read.reduce((sum, { words }) => sum + words.of, 0);
  return of === 0 ? '-' : ((found / of) * 100).toFixed(1);
}

/** A line of JSON a picture, for other scorers. */
function asRow({ listed, page, ms }: Read): string {
  const items = (page?.lines ?? []).map(({ text, confidence, box }) => ({ text, conf: confidence, box }));
  return `${JSON.stringify({ id: listed.id, ms, cpu: ms, rss: 0, items })}\n`;
}
