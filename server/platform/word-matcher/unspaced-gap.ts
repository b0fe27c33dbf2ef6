import { classOfPoint, INVISIBLE, MARK, SIGN, SPACE } from './character-class.ts';
import { after } from './loose-characters.ts';
import { CELL, CLAUSE, GAP, UNSEEN } from './loose-run.ts';

const longestGap = 24;
const mostSigns = 3;
const mostBlanks = 2;
/** They belong to one side, and tell that a quotation or an aside begins or ends. */
const enclosing = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'<>]/u;
/** They end clauses and part the entries of lists: between two characters they say nothing. */
const ending = new Set([...'，。、；：！？,;:!?…—–/|｜／～·'].map((sign) => sign.codePointAt(0)));
// The dot between names is put between the letters of words often enough.
ending.delete('·'.codePointAt(0));

/** What stands between two characters of a script without spaces: flags of a gap that a word may have, 0 for a line's end, or -1. */
export function unspacedGap(text: string, from: number, to: number): number {
  if (to - from > longestGap) return -1;
  if (isCellGap(text, from, to)) return GAP | CELL;
  let signs = 0;
  let blanks = 0;
  let breaks = 0;
  let clauses = 0;
  let unseen = 0;
  let sign = 0;
  for (let at = from; at < to; at = after(text, at)) {
    const point = text.codePointAt(at) ?? 0;
    const kind = classOfPoint(point);
    if (kind === INVISIBLE || kind === MARK) unseen += 1;
    else if (kind === SPACE) {
      if (point === 0x09) return -1;
      if (isBreak(point)) breaks += point === 0x0d && text.charCodeAt(at + 1) === 0x0a ? 0 : 1;
      else blanks += 1;
    } else if (kind !== SIGN || enclosing.test(String.fromCodePoint(point))) return -1;
    else {
      if (ending.has(point)) clauses += 1;
      if (clauses > 0 && signs > 0 && sign !== point) return -1;
      sign = point;
      signs += 1;
    }
  }
  if (signs > mostSigns || breaks > 1 || (breaks === 0 && blanks > mostBlanks)) return -1;
  if (signs === 0 && blanks === 0 && breaks === 0) return UNSEEN;
  if (signs === 0 && breaks === 1 && unseen === 0) return 0;
  return GAP | (clauses > 0 ? CLAUSE : 0) | (unseen > 0 ? UNSEEN : 0);
}

const opening = '（(【[「『〔［《〈<“‘{｛"\'';
const closing = '）)】]」』〕］》〉>”’}｝"\'';

/** What encloses a character ends and begins again, with a blank between at most; or a tab parts two columns. */
export function isCellGap(text: string, from: number, to: number): boolean {
  if (to - from === 1) return text.charCodeAt(from) === 0x09;
  if (to - from > 3 || to === from) return false;
  const side = closing.indexOf(text.charAt(from));
  return side >= 0 && text.charAt(to - 1) === opening.charAt(side) && text.slice(from + 1, to - 1).trim() === '';
}

/** Whether something encloses the whole as it does every character: `firstEnd` is where the first of them ends. */
export function isEnclosed(text: string, start: number, firstEnd: number, end: number): boolean {
  if (text.charCodeAt(firstEnd) === 0x09) return endsCell(text, start - 1) && endsCell(text, end);
  const side = closing.indexOf(text.charAt(firstEnd));
  return text.charAt(end) === closing.charAt(side) && text.charAt(start - 1) === opening.charAt(side);
}

function endsCell(text: string, at: number): boolean {
  return at < 0 || at >= text.length || text.charCodeAt(at) === 0x09 || isBreak(text.charCodeAt(at));
}

function isBreak(point: number): boolean {
  return point === 0x0a || point === 0x0d || point === 0x2028 || point === 0x2029 || point === 0x85;
}
