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
export const mostUnits = 600;

/** Pieces in at most two lines, as even as they can be, parted after a clause where that is not far off; or not at all. */
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

/** How much room the first pieces take as one line, for each number of them. */
function reachOf(pieces: readonly string[]): number[] {
  let sum = 0;
  return pieces.map((piece, at) => {
    sum += roomOf(piece) + (at > 0 ? jointRoom(pieces[at - 1] ?? '', piece) : 0);
    return sum;
  });
}

function jointRoom(left: string, right: string): number {
  return roomOf(jointOf(left, right));
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
