import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TextBlock } from '../server/engines/summary/port.ts';
import { extractSummary } from '../server/engines/summary/summary.thread.ts';
import { isWide } from '../server/engines/summary/words-of.ts';

/** Rules are tuned on `dev` only; `held-out` measures how well they generalise. */
export type TextSet = 'dev' | 'held-out';
export type TextKind = 'noise' | 'prose';
/** How texts reach the engine: one block per line, or lines joined into paragraphs like recognised text. */
export type TextShape = 'lines' | 'paragraphs';

const paragraph = 400;

/** Runs the summariser on the texts and splits them by whether they get a summary. */
export function measureTexts(
  kind: TextKind,
  set: TextSet,
  shape: TextShape,
): { texts: number; summarised: string[]; refused: string[] } {
  const texts = readTexts(kind, set);
  const isSummarised = ({ lines }: { lines: string[] }) =>
    extractSummary({ blocks: blocksOf(lines, shape), sentences: 3 }).sentences.length > 0;
  const nameOf = ({ name, lines }: { name: string; lines: string[] }) => `${name}: ${lines[0]}`;
  return {
    texts: texts.length,
    summarised: texts.filter((text) => isSummarised(text)).map(nameOf),
    refused: texts.filter((text) => !isSummarised(text)).map(nameOf),
  };
}

export function blocksOf(lines: readonly string[], shape: TextShape): TextBlock[] {
  if (shape === 'lines') return lines.map((text) => ({ text }));
  const blocks: TextBlock[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    if (!last || last.text.length + line.length > paragraph) blocks.push({ text: line });
    else last.text += (isWide(last.text) && isWide(line) ? '' : ' ') + line;
  }
  return blocks;
}

/** Each text begins with a `## ` line that names it. */
export function readTexts(kind: TextKind, set: TextSet): { name: string; lines: string[] }[] {
  const file = path.join(import.meta.dirname, 'summary-texts', `${kind}-${set}.txt`);
  return readFileSync(file, 'utf8')
    .split(/^## /mu)
    .slice(1)
    .map((entry) => {
      const [name = '', ...lines] = entry.trim().split('\n');
      return { name, lines: lines.filter((line) => line.trim() !== '') };
    });
}
