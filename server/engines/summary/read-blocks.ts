import type { TextBlock } from './port.ts';
import { goesOnAfter, splitSentences } from './split-sentences.ts';
import { isWide, lengthOf } from './words-of.ts';

export type ReadSentence = {
  text: string;
  blocks: number[];
  /** The number of its section, from 0. */
  section: number;
  /** Its place within the section, and in all. */
  inSection: number;
  at: number;
};

export type Section = { title: string; level: number; block: number };

export type ReadText = { sentences: ReadSentence[]; sections: Section[] };

/** What is between two things that were said, when they are two sentences for want of a full stop. */
const pauseMs = 1200;
const mostUnpunctuated = 45;

/** The sentences of a text with the blocks that they stand in; a sentence may go on in the next block. */
export function readBlocks(blocks: readonly TextBlock[]): ReadText {
  const sections: Section[] = [{ title: '', level: 0, block: 0 }];
  const sentences: ReadSentence[] = [];
  let inSection = 0;
  for (const run of runsOf(blocks)) {
    const first = blocks[run[0] ?? 0];
    if (run.length === 1 && first?.heading) {
      sections.push({ title: first.text.trim(), level: first.heading, block: run[0] ?? 0 });
      inSection = 0;
      continue;
    }
    const { text, starts } = join(blocks, run);
    for (const { start, end } of splitSentences(text)) {
      const within = run.filter(
        (_, index) => (starts[index] ?? 0) < end && (starts[index + 1] ?? text.length + 1) > start,
      );
      const sentence = { text: text.slice(start, end).replace(/\s+/gu, ' '), blocks: within };
      sentences.push({ ...sentence, section: sections.length - 1, inSection, at: sentences.length });
      inSection += 1;
    }
  }
  return { sentences, sections };
}

/** Blocks that belong together: the first is followed by those that its last sentence goes on in. */
function* runsOf(blocks: readonly TextBlock[]): Generator<number[]> {
  let run: number[] = [];
  let unpunctuated = 0;
  for (const [number, block] of blocks.entries()) {
    const last = run.at(-1);
    const previous = last === undefined ? undefined : blocks[last];
    const goesOn = previous !== undefined && continues(previous, block) && unpunctuated < mostUnpunctuated;
    if (run.length > 0 && !goesOn) {
      yield run;
      run = [];
    }
    run.push(number);
    unpunctuated = /[.!?。！？؟۔।॥։።។။]/u.test(block.text) ? 0 : (goesOn ? unpunctuated : 0) + lengthOf(block.text);
  }
  if (run.length > 0) yield run;
}

function continues(previous: TextBlock, next: TextBlock): boolean {
  if (previous.heading || next.heading) return false;
  if (goesOnAfter(previous.text)) return true;
  if (/[.!?。！？؟۔।॥։።។။：:]["'”’)）」』]?\s*$/u.test(previous.text)) return false;
  if (previous.endMs !== undefined && next.startMs !== undefined) return next.startMs - previous.endMs < pauseMs;
  if (next.page !== undefined && previous.page !== undefined && next.page - previous.page > 1) return false;
  const begins = next.text.trimStart()[0] ?? '';
  return /[\p{Ll},;，、；]/u.test(begins) || (isWide(previous.text) && isWide(next.text) && previous.text.length > 120);
}

function join(blocks: readonly TextBlock[], run: readonly number[]): { text: string; starts: number[] } {
  let text = '';
  const starts = run.map((number) => {
    const own = (blocks[number]?.text ?? '').trim();
    if (text !== '' && !(isWide(text.slice(-20)) && isWide(own))) text += ' ';
    const start = text.length;
    text += own;
    return start;
  });
  return { text, starts };
}
