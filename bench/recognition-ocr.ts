import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Recognised, Recogniser } from './recogniser.ts';
import { type Choice, choose, type Half } from './recognition-figures.ts';
import { type Doubts, doubtFigures, scoreDoubts, sumOf } from './score-doubts.ts';
import { letters, rate, type Score, scoreLines, wordRecall } from './score-text.ts';

type Listed = { id: string; file: string; gt_lines: string; lang: string };
type Read = Recognised & { listed: Listed; score: Score; words: { found: number; of: number }; doubts: Doubts };

/** Maximum character error rate for English and for Chinese, in percent of the expected characters. */
const limit = 2;

/** Recognises every picture listed in the folder's `manifest.json` and compares the text with the expected one. */
export async function measureOcr(
  recogniser: Recogniser,
  given: string,
  choice: Choice,
  keep: string | undefined,
): Promise<Half | undefined> {
  const folder = path.join(given, 'ocr');
  if (!existsSync(path.join(folder, 'manifest.json'))) return undefined;
  const all = JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')) as Listed[];
  const chosen = choose(all, choice);
  const read: Read[] = [];
  await recogniser.read(
    chosen.map(({ file }) => path.join(folder, file)),
    (at, one) => {
      const listed = chosen[at];
      if (!listed) return;
      read.push({ ...one, listed, ...compare(folder, listed, one) });
      process.stderr.write(`${listed.id} ${one.cause ?? one.lines.length}\n`);
    },
  );
  if (keep) await writeFile(keep, read.map(asRow).join(''));
  const english = read.filter(({ listed }) => listed.lang === 'en' || listed.lang === 'latin');
  const chinese = read.filter((one) => !english.includes(one));
  const shown = (one: Read) => `${one.words.of === 0 ? '-' : Math.round((one.words.found / one.words.of) * 100)}`;
  return {
    title: `Text in pictures (${choice.rows} rows, ${recogniser.name})`,
    head: ['file', 'language', 'lines', 'errors', 'of', 'rate %', 'words %', 's'],
    rows: read.map((one) => [
      one.listed.id,
      one.listed.lang,
      one.cause ?? one.lines.length,
      one.score.errors,
      one.score.length,
      rate([one.score]).toFixed(2),
      shown(one),
      one.seconds.toFixed(1),
    ]),
    notes: [
      `words found whole: ${wordShare(read)} % · all characters: ${rate(read.map(({ score }) => score)).toFixed(2)} %`,
      doubtNote(sumOf(read.map(({ doubts }) => doubts))),
    ],
    figures: [
      { name: 'ocr-english-character-errors', value: rate(english.map(({ score }) => score)), limit },
      { name: 'ocr-chinese-character-errors', value: rate(chinese.map(({ score }) => score)), limit },
    ]
      .filter((_, at) => (at === 0 ? english : chinese).length > 0)
      .concat(
        doubtFigures(
          'ocr',
          read.map(({ doubts }) => doubts),
        ),
      ),
  };
}

function compare(folder: string, listed: Listed, { lines }: Recognised): Pick<Read, 'score' | 'words' | 'doubts'> {
  const truth = JSON.parse(readFileSync(path.join(folder, listed.gt_lines), 'utf8')) as { text: string }[];
  const [wanted, given] = [truth.map(({ text }) => text), lines.map(({ text }) => text)];
  // The expected texts of this collection are all in capitals.
  const anyCase = listed.id.startsWith('sroie');
  const score = scoreLines(wanted, given, anyCase);
  const doubts = scoreDoubts(
    wanted.map((line) => letters(line, anyCase)),
    lines.flatMap(({ words = [] }) => words.map((word) => ({ ...word, pieces: letters(word.text, anyCase) }))),
  );
  return { score, words: wordRecall(wanted, given), doubts };
}

function doubtNote({ words, wrong, marked, found }: Doubts): string {
  return `doubtful: ${marked} of ${words} words, among them ${found} of ${wrong} wrong ones`;
}

function wordShare(read: readonly Read[]): string {
  const found = read.reduce((sum, { words }) => sum + words.found, 0);
  const of = read.reduce((sum, { words }) => sum + words.of, 0);
  return of === 0 ? '-' : ((found / of) * 100).toFixed(1);
}

/** One JSON line per picture, for other scorers. */
function asRow({ listed, lines, seconds }: Read): string {
  const items = lines.map(({ text, confidence, box }) => ({ text, conf: confidence, box }));
  return `${JSON.stringify({ id: listed.id, ms: seconds * 1000, cpu: seconds * 1000, rss: 0, items })}\n`;
}
