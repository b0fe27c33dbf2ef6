import { cleanCueText } from './clean-cue-text.ts';
import { type Cue, latestCueMs, mostCues } from './cue.ts';
import { readClock, type SubtitleFormat } from './subtitle-clock.ts';
import type { SubtitleError } from './subtitle-error.ts';

export type ReadSubtitles = { format: SubtitleFormat; cues: Cue[]; errors: SubtitleError[] };

const arrow = /-->|—>|–>|->|→/;
const mostErrors = 200;
const mostText = 2000;
/** Length limit before markup is removed. */
const mostMarkup = 20_000;

/** Parses SRT or WebVTT. Broken blocks are reported by line and skipped; nothing is guessed. */
export function readSubtitles(file: string): ReadSubtitles {
  const lines = file.replace(/^\ufeff/, '').split(/\r\n|\r|\n/);
  const format: SubtitleFormat = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '') ? 'vtt' : 'srt';
  const result: ReadSubtitles = { format, cues: [], errors: [] };
  const report = (code: SubtitleError['code'], at: number) => {
    if (result.errors.length < mostErrors) result.errors.push({ code, line: at + 1, text: shortened(lines[at] ?? '') });
  };
  for (const block of blocksOf(lines, format)) {
    if (result.cues.length >= mostCues) {
      report('tooManyCues', block.from);
      break;
    }
    const read = readBlock(lines, block, format);
    if ('code' in read) report(read.code, read.at);
    else result.cues.push(read);
  }
  if (result.cues.length === 0 && result.errors.length === 0) report('notSubtitles', 0);
  return result;
}

type Block = { from: number; to: number };

/** Splits at empty lines; a timing line also starts a new block, for files that lack the empty line before it. */
function blocksOf(lines: readonly string[], format: SubtitleFormat): Block[] {
  const blocks: Block[] = [];
  let from: number | undefined;
  let timed = false;
  const end = (to: number) => {
    if (from !== undefined && to > from) blocks.push({ from, to });
    from = undefined;
    timed = false;
  };
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') {
      end(at);
      continue;
    }
    if (timed && areTimes(line)) end(/^\d+$/.test(lines[at - 1]?.trim() ?? '') ? at - 1 : at);
    from ??= areTimes(line) && isNumberAt(lines, at - 1, blocks.at(-1)) ? at - 1 : at;
    timed ||= areTimes(line);
  }
  end(lines.length);
  return format === 'vtt' ? blocks.filter((block) => !isNote(lines[block.from] ?? '', block)) : blocks;
}

function isNumberAt(lines: readonly string[], at: number, last: Block | undefined): boolean {
  return at >= 0 && /^\d+$/.test(lines[at]?.trim() ?? '') && last?.to === at;
}

function isNote(line: string, { from }: Block): boolean {
  return (from === 0 && line.startsWith('WEBVTT')) || /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/.test(line);
}

/** Both sides must start like a time, because an arrow may be part of the spoken text. */
function areTimes(line: string): boolean {
  const [left = '', right] = line.split(arrow);
  return right !== undefined && /^\s*\d+:\d/.test(left) && /^\s*\d+:\d/.test(right);
}

type Broken = { code: SubtitleError['code']; at: number };

function readBlock(lines: readonly string[], { from, to }: Block, format: SubtitleFormat): Cue | Broken {
  const heads = [from, from + 1].filter((line) => line < to);
  const at =
    heads.find((line) => (lines[line] ?? '').includes('-->')) ?? heads.find((line) => areTimes(lines[line] ?? ''));
  if (at === undefined) return { code: 'noTimes', at: from };
  const [left = '', right = ''] = (lines[at] ?? '').split(arrow);
  const startMs = readClock(left);
  const endMs = readClock(right.trim().split(/[ \t]/)[0] ?? '');
  if (startMs === undefined || endMs === undefined) return { code: 'badTime', at };
  if (endMs > latestCueMs) return { code: 'tooLate', at };
  if (endMs <= startMs) return { code: 'endBeforeStart', at };
  const given = lines.slice(at + 1, to).join('\n');
  if (given.length > mostMarkup) return { code: 'textTooLong', at: at + 1 };
  const text = cleanCueText(format === 'vtt' ? unescaped(withoutTags(given)) : given);
  if (text === '') return { code: 'noText', at };
  return text.length > mostText ? { code: 'textTooLong', at: at + 1 } : { startMs, endMs, text };
}

function withoutTags(text: string): string {
  return text.replace(/<[^<>]*>/g, '');
}

const characters: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
  quot: '"',
  apos: "'",
  '#39': "'",
};

function unescaped(text: string): string {
  return text.replace(/&(amp|lt|gt|nbsp|lrm|rlm|quot|apos|#39);/g, (_, name: string) => characters[name] ?? '');
}

function shortened(line: string): string {
  const clean = line
    .slice(0, mostText)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  return clean.length > 80 ? `${[...clean].slice(0, 80).join('')}…` : clean;
}
