import { cueLimits } from './cue.ts';
import { displayWidth, jointOf, lineRoom } from './cue-measure.ts';
import { piecesOf } from './cue-tokens.ts';

const sentenceEnd = /[.!?…。！？]["'”’)\]』」）]*$/u;
const clauseEnd = /[,;:、，；：—–]["'”’)\]』」）]*$/u;

export function endsSentence(text: string): boolean {
  return sentenceEnd.test(text);
}
export function endsClause(text: string): boolean {
  return clauseEnd.test(text);
}

export function joined(pieces: readonly string[]): string {
  return pieces.reduce((line, piece) => line + jointOf(line, piece) + piece, '');
}

/** Most UTF-16 units in one cue, including marks that take no width. */
export const mostUnits = 600;

/**
 * Wraps into at most two lines of similar width, preferring a break after a clause. Undefined when the text doesn't
 * fit.
 */
export function wrapPieces(pieces: readonly string[]): string | undefined {
  const reach = reachOf(pieces);
  const whole = reach.at(-1) ?? 0;
  if (pieces.reduce((sum, piece) => sum + piece.length + 1, 0) > mostUnits) return undefined;
  if (whole <= lineRoom) return joined(pieces);
  let best: { at: number; cost: number } | undefined;
  for (let at = 1; at < pieces.length; at += 1) {
    const [left = '', right = ''] = [pieces[at - 1], pieces[at]];
    const upper = reach[at - 1] ?? 0;
    const lower = whole - upper - jointRoom(left, right);
    if (upper > lineRoom || lower > lineRoom) continue;
    const cost =
      Math.abs(upper - lower) -
      (endsSentence(left) ? lineRoom / 2 : endsClause(left) ? lineRoom / 3 : 0) +
      (upper > lower ? lineRoom / 40 : 0);
    if (!best || cost < best.cost) best = { at, cost };
  }
  return best && `${joined(pieces.slice(0, best.at))}\n${joined(pieces.slice(best.at))}`;
}

/** Cumulative width: entry n is the width of the first n + 1 pieces on one line. */
function reachOf(pieces: readonly string[]): number[] {
  let sum = 0;
  return pieces.map((piece, at) => {
    sum += displayWidth(piece) + (at > 0 ? jointRoom(pieces[at - 1] ?? '', piece) : 0);
    return sum;
  });
}

function jointRoom(left: string, right: string): number {
  return displayWidth(jointOf(left, right));
}

/** Rewraps text within the line limits. Undefined when it is too long for one cue. */
export function wrapText(text: string): string | undefined {
  return wrapPieces(piecesOf(text));
}

export function linesOf(text: string): string[] {
  return text.split('\n');
}

export function fitsLines(text: string): boolean {
  const lines = linesOf(text);
  return lines.length <= cueLimits.lines && lines.every((line) => displayWidth(line) <= lineRoom);
}
