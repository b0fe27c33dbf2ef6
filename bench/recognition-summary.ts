import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { splitSentences } from '../server/engines/summary/read-blocks.ts';
import { extractSummary } from '../server/engines/summary/summary.thread.ts';
import { type Choice, choose, type Figure, type Half } from './recognition-figures.ts';
import { bestRouge, meanRouge, type Rouge } from './score-rouge.ts';
import { measureTexts } from './summary-texts.ts';

type Row = { source: string | string[]; target: string | string[] };

/** `sentences` is the typical length of human summaries of these texts; the lead baseline gets the same number. */
const materials = [
  { file: 'scitldr-120.jsonl', name: 'academic', sentences: 1, ahead: true },
  { file: 'cnndm-60.jsonl', name: 'news', sentences: 3, ahead: false },
  { file: 'lcsts-80.jsonl', name: 'chinese', sentences: 1, ahead: false },
] as const;
/** With so few texts, being up to this many points behind the lead baseline counts as equal. */
const level = 1;

/** Compares extracted summaries with human ones, using the first sentences of the same texts as the baseline. */
export async function measureSummaries(folder: string, choice: Choice): Promise<Half | undefined> {
  const rows: Half['rows'] = [];
  const figures: Figure[] = [];
  for (const { file, name, sentences, ahead } of materials) {
    const text = await readFile(path.join(folder, 'summaries', file), 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    const listed = choose(
      text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Row),
      choice,
    );
    const ours = meanRouge(listed.map((row) => score(row, extracted(row, sentences))));
    const lead = meanRouge(listed.map((row) => score(row, leading(row, sentences))));
    rows.push([name, 'ours', listed.length, ...cells(ours)], [name, 'lead', listed.length, ...cells(lead)]);
    for (const part of ['one', 'two', 'longest'] as const) {
      const limit = ahead ? -0.01 : level;
      figures.push({ name: `summary-${name}-behind-lead-rouge-${part}`, value: lead[part] - ours[part], limit });
    }
  }
  if (rows.length === 0) return undefined;
  figures.push(...judgedTexts());
  const notes = [
    'F1 in percent; of several summaries by people the nearest counts. Below 0: ahead of the first sentences.',
  ];
  return { title: 'Summaries', head: ['text', 'by', 'texts', 'ROUGE-1', 'ROUGE-2', 'ROUGE-L'], rows, notes, figures };
}

/** Percentages over the project's own held-out texts: non-prose that gets a summary, and prose that gets none. */
function judgedTexts(): Figure[] {
  return (['lines', 'paragraphs'] as const).flatMap((shape) => {
    const noise = measureTexts('noise', 'held-out', shape);
    const prose = measureTexts('prose', 'held-out', shape);
    return [
      { name: `summary-noise-summarised-${shape}`, value: (noise.summarised.length / noise.texts) * 100, limit: 5 },
      { name: `summary-prose-refused-${shape}`, value: (prose.refused.length / prose.texts) * 100, limit: 3 },
    ];
  });
}

function wholeOf({ source }: Row): string {
  return Array.isArray(source) ? source.map((sentence) => sentence.trim()).join(' ') : source;
}

function score({ target }: Row, given: string): Rouge {
  return bestRouge(Array.isArray(target) ? target : [target], given);
}

function extracted(row: Row, sentences: number): string {
  const found = extractSummary({ blocks: [{ text: wholeOf(row) }], sentences });
  return found.sentences.map(({ text }) => text).join(' ');
}

function leading(row: Row, sentences: number): string {
  const text = wholeOf(row);
  return splitSentences(text)
    .slice(0, sentences)
    .map(({ start, end }) => text.slice(start, end))
    .join(' ');
}

function cells({ one, two, longest }: Rouge): string[] {
  return [one, two, longest].map((value) => value.toFixed(1));
}
