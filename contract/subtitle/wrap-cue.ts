import { cueLimits } from './cue.ts';
import { jointOf, lineRoom, roomOf } from './cue-measure.ts';
import { piecesOf } from './cue-tokens.ts';

const sentenceEnd = /[.!?…。！？]["'”’)\]』」）]*$/u;
const clauseEnd = /[,;:、，；：—–]["'”’)\]』」）]*$/u;

export function endsSentence(text: string): boolean {
  return sentenceEnd.test(text);
}
export function endsClause(text: string): boolean {
  return clauseEnd.test(text);
}

/** Pieces as one line. */
export function joined(pieces: readonly string[]): string {
  return pieces.reduce((line, piece) => line + jointOf(line, piece) + piece, '');
}

/** The most that one cue may hold, marks that take no room included. */
const mostUnits = 600;

/** Pieces in at most two lines, as even as they can be, parted after a clause where that is not far off; or not at all. */
export function wrapPieces(pieces: readonly string[]): string | undefined {
  const whole = joined(pieces);
  if (whole.length > mostUnits) return undefined;
  if (roomOf(whole) <= lineRoom) return whole;
  let best: { text: string; cost: number } | undefined;
  for (let at = 1; at < pieces.length; at += 1) {
    const lines = [joined(pieces.slice(0, at)), joined(pieces.slice(at))] as const;
    const [upper, lower] = [roomOf(lines[0]), roomOf(lines[1])];
    if (upper > lineRoom || lower > lineRoom) continue;
    const cost =
      Math.abs(upper - lower) -
      (endsSentence(lines[0]) ? lineRoom / 2 : endsClause(lines[0]) ? lineRoom / 3 : 0) +
      (upper > lower ? lineRoom / 40 : 0);
    if (!best || cost < best.cost) best = { text: lines.join('\n'), cost };
  }
  return best?.text;
}

/** The same text in lines that are neither too many nor too long; undefined: it is too much for one cue. */
export function wrapText(text: string): string | undefined {
  return wrapPieces(piecesOf(text));
}

export function linesOf(text: string): string[] {
  return text.split('\n');
}

export function fitsLines(text: string): boolean {
  const lines = linesOf(text);
  return lines.length <= cueLimits.lines && lines.every((line) => roomOf(line) <= lineRoom);
}
