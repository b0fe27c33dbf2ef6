import { setImmediate as breathe } from 'node:timers/promises';
import type { ReadingLine, ReadingPart, ReadingSource } from '@lectern/contract/features/reading.ts';

export type Place = { page: number | null; start_ms: number | null; end_ms: number | null; box: number[] | null };
type NewPassage = Place & { text: string; confidence: number | null };

/** About a paragraph: long enough to keep related words together, short enough to show as one place. */
const mostCharacters = 400;

/** Splits a text into searchable passages. Consecutive lines of a page are joined; speech keeps its segments. */
export function passagesOf(source: ReadingSource, parts: readonly ReadingPart[]): NewPassage[] {
  return parts.flatMap((part) => groupsOf(source, part.lines).flatMap((lines) => passagesOfGroup(source, part, lines)));
}

const partsAtOnce = 50;

/** Like `passagesOf` for a whole book; yields to the event loop in between. */
export async function allPassagesOf(source: ReadingSource, parts: readonly ReadingPart[]): Promise<NewPassage[]> {
  const passages: NewPassage[] = [];
  for (let at = 0; at < parts.length; at += partsAtOnce) {
    if (at > 0) await breathe();
    passages.push(...passagesOf(source, parts.slice(at, at + partsAtOnce)));
  }
  return passages;
}

function groupsOf(source: ReadingSource, lines: readonly ReadingLine[]): ReadingLine[][] {
  if (source === 'speech') return lines.map((line) => [line]);
  const groups: ReadingLine[][] = [];
  let length = 0;
  for (const line of lines) {
    const last = groups.at(-1);
    const previous = last?.at(-1);
    if (last && previous && length + line.text.length <= mostCharacters && follows(previous, line)) {
      last.push(line);
      length += line.text.length + 1;
    } else {
      groups.push([line]);
      length = line.text.length;
    }
  }
  return groups;
}

/** Whether a line continues the paragraph, judged by its position. */
function follows(previous: ReadingLine, line: ReadingLine): boolean {
  if (previous.heading || line.heading) return false;
  if (!previous.box || !line.box) return true;
  const [left, top, width, height] = line.box;
  const below = top - (previous.box[1] + previous.box[3]);
  const beside = left < previous.box[0] + previous.box[2] && previous.box[0] < left + width;
  return beside && below > -height && below < height * 1.2;
}

function passagesOfGroup(source: ReadingSource, part: ReadingPart, lines: readonly ReadingLine[]): NewPassage[] {
  const place: Place = {
    page: source === 'speech' ? null : part.number,
    start_ms: lines[0]?.startMs ?? null,
    end_ms: lines.at(-1)?.endMs ?? null,
    box: around(lines),
  };
  const sure = lines.flatMap((line) => (line.confidence === null ? [] : [line.confidence]));
  const confidence = sure.length > 0 ? Math.min(...sure) : null;
  const text = lines.map((line) => line.text.trim()).join(joint(lines));
  return pieces(text).map((piece) => ({ ...place, confidence, text: piece }));
}

function around(lines: readonly ReadingLine[]): number[] | null {
  const boxes = lines.flatMap((line) => (line.box ? [line.box] : []));
  if (boxes.length === 0) return null;
  const left = Math.min(...boxes.map((box) => box[0]));
  const top = Math.min(...boxes.map((box) => box[1]));
  const right = Math.max(...boxes.map((box) => box[0] + box[2]));
  const bottom = Math.max(...boxes.map((box) => box[1] + box[3]));
  return [left, top, right - left, bottom - top].map((value) => Math.round(value * 10_000) / 10_000);
}

const wide = /[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af]/g;

/** Chinese lines are joined without a space. */
function joint(lines: readonly ReadingLine[]): string {
  const text = lines.map((line) => line.text).join('');
  return (text.match(wide)?.length ?? 0) * 2 > text.length ? '' : ' ';
}

/** Splits long paragraphs, preferably after a sentence or a word. */
function pieces(text: string): string[] {
  const found: string[] = [];
  let rest = text.trim();
  while (rest.length > mostCharacters * 2) {
    const window = rest.slice(0, mostCharacters);
    const sentence = Math.max(window.lastIndexOf('. '), window.lastIndexOf('。'), window.lastIndexOf('\n')) + 1;
    const word = window.lastIndexOf(' ') + 1;
    const cut =
      sentence > mostCharacters / 2 ? sentence : word > mostCharacters / 2 ? word : whole(rest, mostCharacters);
    found.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest ? [...found, rest] : found;
}

/** Avoids cutting a surrogate pair. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
