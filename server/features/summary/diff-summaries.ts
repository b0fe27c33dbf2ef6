import type { LineChange, SummaryDiff } from '@lectern/contract/features/summary-change.ts';
import type { SummaryContent } from '@lectern/contract/features/summary-content.ts';

type Differences = Pick<SummaryDiff, 'short' | 'outline' | 'keywords' | 'chapters' | 'questions' | 'same'>;

/** Compares two summaries part by part. */
export function diffSummaries(from: SummaryContent, to: SummaryContent): Differences {
  const parts = {
    short: diffLines(textsOf(from), textsOf(to)),
    outline: diffLines(titlesOf(from), titlesOf(to)),
    keywords: diffLines(from.keywords, to.keywords),
    chapters: diffLines(chaptersOf(from), chaptersOf(to)),
    questions: diffLines(from.questions, to.questions),
  };
  return { ...parts, same: Object.values(parts).every((lines) => lines.every(({ kind }) => kind === 'same')) };
}

const textsOf = ({ short }: SummaryContent) => short.map(({ text }) => text);
const titlesOf = ({ outline }: SummaryContent) =>
  outline.map(({ title, level }) => `${'  '.repeat(level - 1)}${title}`);
const chaptersOf = ({ chapters }: SummaryContent) => chapters.map(({ title, startMs }) => `${clock(startMs)} ${title}`);

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

/** A removed line and a similar added one become one changed line. */
function diffLines(before: readonly string[], after: readonly string[]): LineChange[] {
  const steps = align(before, after);
  const changes: LineChange[] = [];
  for (const step of steps) {
    if (step.kind === 'added' && pairUp(changes, step.text)) continue;
    changes.push({
      kind: step.kind,
      before: step.kind === 'added' ? null : step.text,
      after: step.kind === 'removed' ? null : step.text,
      words: [],
    });
  }
  return changes;
}

/** Pairs an added line with the first similar line removed since the last unchanged one. */
function pairUp(changes: LineChange[], after: string): boolean {
  const since = changes.findLastIndex(({ kind }) => kind === 'same') + 1;
  for (const [at, { kind, before }] of changes.entries()) {
    if (at < since || kind !== 'removed' || before === null) continue;
    const words = diffWords(before, after);
    if (likeness(words) < 0.4) continue;
    changes[at] = { kind: 'changed', before, after, words };
    return true;
  }
  return false;
}

/** An East Asian character, a word with its trailing space, or other space. */
const pieces = /[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]|[^\s\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]+\s*|\s+/gu;

/** Compares word by word (each with its trailing space), or character by character in scripts without spaces. */
function diffWords(before: string, after: string): LineChange['words'] {
  const cut = (text: string) => text.match(pieces) ?? [];
  const words: LineChange['words'] = [];
  for (const { kind, text } of align(cut(before), cut(after))) {
    const last = words.at(-1);
    if (last?.kind === kind) last.text += text;
    else words.push({ kind, text });
  }
  return words;
}

function likeness(words: LineChange['words']): number {
  const length = (kind: string) => words.reduce((sum, word) => sum + (word.kind === kind ? word.text.length : 0), 0);
  const same = length('same');
  return same / Math.max(1, same + Math.max(length('added'), length('removed')));
}

type Step = { kind: 'same' | 'added' | 'removed'; text: string };

/** Longest common subsequence. Quadratic, which is fine for short inputs: sentences, titles, words of a line. */
function align(before: readonly string[], after: readonly string[]): Step[] {
  const rows = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = before.length - 1; row >= 0; row -= 1) {
    for (let column = after.length - 1; column >= 0; column -= 1) {
      const both = before[row] === after[column];
      const best = both ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
      (rows[row] as Uint16Array)[column] = best;
    }
  }
  const steps: Step[] = [];
  let [row, column] = [0, 0];
  while (row < before.length || column < after.length) {
    const [left, right] = [before[row], after[column]];
    if (left !== undefined && left === right) {
      steps.push({ kind: 'same', text: left });
      row += 1;
      column += 1;
    } else if (left !== undefined && (right === undefined || at(row + 1, column) >= at(row, column + 1))) {
      steps.push({ kind: 'removed', text: left });
      row += 1;
    } else {
      steps.push({ kind: 'added', text: right ?? '' });
      column += 1;
    }
  }
  return steps;
}
