import {
  classOfPoint,
  DIGIT,
  INVISIBLE,
  LETTER,
  MARK,
  plainLetters,
  SIGN,
  SPACE,
  strictTable,
  UNSPACED,
} from './characters.ts';
import {
  ACCENT,
  AMONG_LOOKALIKES,
  after,
  alsoLooksLike,
  CELL,
  CLAUSE,
  GAP,
  INNER_LEET_SIGN,
  isLeet,
  LEET,
  LEET_SIGN,
  LOOKALIKE,
  type LooseRun,
  looksLike,
  looseClassAt,
  looseClassOf,
  looseClassOfPoint,
  MARKED,
  numeralOf,
  ODD,
  plainUnits,
  UNSEEN,
  WRAP,
  withoutAccent,
} from './loose-characters.ts';

const longestGap = 24;
const mostSigns = 3;
const mostBlanks = 2;
/** Brackets and quotes mark the start or end of a quotation, so they aren't separators. */
const enclosing = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'<>]/u;
/** Clause-ending and list signs; a single one between two characters is no evidence of a disguise. */
const ending = new Set([...'，。、；：！？,;:!?…—–/|｜／～·'].map((sign) => sign.codePointAt(0)));
// The middle dot of names is also commonly used to separate letters.
ending.delete('·'.codePointAt(0));

/**
 * Gap flags for the text between two characters of a script without spaces; 0 for a plain line break, -1 if it can't
 * be inside a word.
 */
function unspacedGap(text: string, from: number, to: number): number {
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

/** A closing bracket or quote followed by the matching opening one, with at most one blank between; or a single tab. */
export function isCellGap(text: string, from: number, to: number): boolean {
  if (to - from === 1) return text.charCodeAt(from) === 0x09;
  if (to - from > 3 || to === from) return false;
  const side = closing.indexOf(text.charAt(from));
  return side >= 0 && text.charAt(to - 1) === opening.charAt(side) && text.slice(from + 1, to - 1).trim() === '';
}

/**
 * Whether the whole word is enclosed the same way as each of its characters; `firstEnd` is where the first character
 * ends.
 */
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

/** `second`: letters to read as their second look-alike. */
type Reading = { leet: boolean; mixed: boolean; second?: ReadonlySet<number> };

const none: ReadonlySet<number> = new Set();

/** Appends one word of a text to a run. `firstFlags` applies to its first unit, `allFlags` to every unit. */
export function addToken(
  run: LooseRun,
  text: string,
  start: number,
  end: number,
  { leet, mixed, second = none }: Reading,
  firstFlags: number,
  allFlags: number,
): void {
  const first = run.length;
  let pending = firstFlags;
  for (let at = start; at < end; ) {
    const point = text.codePointAt(at) ?? 0;
    const next = after(text, at);
    const kind = looseClassOfPoint(point);
    if (kind === INVISIBLE) pending |= UNSEEN;
    else if (kind === MARK) addMark(run, point, next);
    else if (!isPart(kind) && !isLeet(point)) pending |= WRAP;
    else {
      addCharacter(run, point, at, next, pending | allFlags, leet, mixed, second);
      pending = 0;
    }
    at = next;
  }
  hideAccents(run, first);
}

/** If a mark disguises one letter of a word, accents on its other letters are disguises too. */
function hideAccents(run: LooseRun, first: number): void {
  let marked = false;
  for (let at = first; at < run.length; at += 1) if ((run.flags[at] as number) & MARKED) marked = true;
  for (let at = first; marked && at < run.length; at += 1) {
    if (((run.flags[at] as number) & ACCENT) === 0) continue;
    run.plain[at] = withoutAccent(run.plain[at] as number);
    run.flags[at] = ((run.flags[at] as number) & ~ACCENT) | MARKED;
  }
}

function isPart(kind: number): boolean {
  return kind === LETTER || kind === DIGIT || kind === UNSPACED || kind === LEET_SIGN || kind === INNER_LEET_SIGN;
}

/** Adds a letter or digit with its flags; some stylised characters expand to two letters. */
export function addCharacter(
  run: LooseRun,
  point: number,
  start: number,
  end: number,
  before: number,
  leet: boolean,
  mixed: boolean,
  second: ReadonlySet<number> = none,
): void {
  // Fast path: nearly all characters are ASCII or common Chinese, which need no resolving.
  if (point < 0x80 || (point >= 0x3400 && point < 0xa000)) {
    const unit = strictTable[point] as number;
    run.add(unit, before | (mixed ? AMONG_LOOKALIKES : 0) | (leet && isLeet(unit) ? LEET : 0), start, end);
    return;
  }
  const numeral = run.unspaced ? numeralOf(point) : 0;
  if (numeral) {
    run.add(numeral, before | ODD, start, end);
    return;
  }
  const odd = plainLetters(point).length > 0 ? ODD : 0;
  const latin = mixed ? (second.has(point) ? alsoLooksLike(point) : looksLike(point)) : 0;
  let flags = before | odd | (mixed ? AMONG_LOOKALIKES : 0);
  if (latin) {
    run.add(latin, flags | LOOKALIKE, start, end);
    return;
  }
  for (const unit of plainUnits(point)) {
    const done = (leet && isLeet(unit) ? LEET : 0) | (withoutAccent(unit) ? ACCENT : 0);
    run.add(unit, flags | done, start, end);
    flags &= ODD | AMONG_LOOKALIKES;
  }
}

/** A mark that composes with the preceding letter is its accent; any other mark only disguises the letter. */
export function addMark(run: LooseRun, mark: number, end: number): void {
  const last = run.length - 1;
  if (last < 0) return;
  const composed = (String.fromCharCode(run.plain[last] as number) + String.fromCodePoint(mark)).normalize('NFC');
  const letter = composed.length === 1 ? composed.charCodeAt(0) : 0;
  run.end[last] = end;
  if (letter === 0) run.flags[last] = (run.flags[last] as number) | MARKED;
  else {
    run.plain[last] = letter;
    if (withoutAccent(letter)) run.flags[last] = (run.flags[last] as number) | ACCENT;
  }
}

/** Characters of context on each side of a disguise that belong to its run. */
const around = 16;
const longestRun = 4096;

/** Reads text in scripts without spaces around separators, invisible characters, stylised letters and repetitions. */
export class UnspacedReader {
  read(text: string, run: LooseRun, take: (run: LooseRun) => void): void {
    for (let at = this.#nextDisguise(text, 0); at < text.length; ) {
      const end = this.#fill(text, run.clear(true), beginBefore(text, at));
      take(run.finish());
      at = this.#nextDisguise(text, Math.max(end, after(text, at)));
    }
  }

  /** The next character of a script without spaces that is disguised or follows a disguise. */
  #nextDisguise(text: string, from: number): number {
    // The last character of the previous run may be one side of the next disguise.
    const before = from > 0 && looseClassAt(text, from - 1) === UNSPACED ? from : -1;
    let lastEnd = before;
    let last = before < 0 ? 0 : text.charCodeAt(from - 1);
    let repeated = before < 0 ? 0 : 1;
    // Every clause ends in a sign, so only a character with such signs on both sides may be part of a disguise.
    let alone = before >= 0;
    for (let at = from; at < text.length; ) {
      const unit = text.charCodeAt(at);
      // Fast path: in texts with spaces nearly every character ends here.
      if (unit < 0x300 && looseClassOf[unit] !== INVISIBLE) {
        if (lastEnd >= 0 && (looseClassOf[unit] === LETTER || looseClassOf[unit] === DIGIT)) {
          if (lastEnd < at && unspacedGap(text, lastEnd, at) === UNSEEN) return at;
          lastEnd = -1;
        }
        at += 1;
        continue;
      }
      const kind = kindAt(text, at);
      const next = after(text, at);
      if (kind !== UNSPACED) {
        if (kind === LETTER || kind === DIGIT) lastEnd = -1;
        at = next;
        continue;
      }
      const point = text.codePointAt(at) ?? 0;
      const isOdd = plainLetters(point).length > 0 || numeralOf(point) !== 0;
      if (isOdd || (lastEnd < 0 && isUnseenBefore(text, at))) return at;
      const gap = lastEnd >= 0 && lastEnd < at ? unspacedGap(text, lastEnd, at) : 0;
      const isClause = gap > 0 && (gap & CLAUSE) !== 0;
      if (gap > 0 && (!isClause || alone)) return at;
      alone = isClause;
      repeated = lastEnd === at && point === last ? repeated + 1 : 1;
      if (repeated === 3) return at;
      last = point;
      lastEnd = next;
      at = next;
    }
    return text.length;
  }

  /** Fills the run from `from` until nothing has been suspicious for a while; returns where it ended. */
  #fill(text: string, run: LooseRun, from: number): number {
    let clean = 0;
    let alone = false;
    let lastKind = 0;
    let lastEnd = from;
    for (let at = from; at < text.length && clean <= around && run.length < longestRun; ) {
      const kind = kindAt(text, at);
      const next = after(text, at);
      if (kind === MARK && lastEnd === at) {
        addMark(run, text.codePointAt(at) ?? 0, next);
        lastEnd = next;
        clean = 0;
      } else if (kind === UNSPACED || kind === LETTER || kind === DIGIT) {
        if (run.length > 0 && !isJoined(text, lastKind, lastEnd, at, kind)) break;
        const gap = run.length === 0 ? 0 : unspacedGap(text, lastEnd, at);
        const point = text.codePointAt(at) ?? 0;
        const flags = at === lastEnd ? 0 : gap;
        addCharacter(run, point, at, next, flags, false, false);
        const isClause = flags > 0 && (flags & CLAUSE) !== 0;
        const odd =
          (flags > 0 && (!isClause || alone)) ||
          plainUnits(point)[0] === run.plain[run.length - 2] ||
          plainLetters(point).length > 0 ||
          numeralOf(point) !== 0;
        alone = isClause;
        clean = odd ? 0 : clean + 1;
        lastKind = kind;
        lastEnd = next;
      } else if (at - lastEnd > 48) break;
      at = next;
    }
    return lastEnd;
  }
}

/** Next to a script without spaces, an enclosed digit is a numeral. */
function kindAt(text: string, at: number): number {
  const kind = looseClassAt(text, at);
  return kind === INNER_LEET_SIGN && numeralOf(text.charCodeAt(at)) ? UNSPACED : kind;
}

/** Visible separators are allowed only between two characters of a script without spaces. */
function isJoined(text: string, before: number, end: number, start: number, behind: number): boolean {
  if (end === start) return true;
  if (before === UNSPACED && behind === UNSPACED) return unspacedGap(text, end, start) >= 0;
  return unspacedGap(text, end, start) === UNSEEN;
}

/** Preceding letters alone aren't suspicious, but an invisible character before this one is. */
function isUnseenBefore(text: string, at: number): boolean {
  return at > 1 && looseClassOf[text.charCodeAt(at - 1)] === INVISIBLE;
}

/** Goes back far enough that a word ending at or after the disguise is in the run from its first character. */
function beginBefore(text: string, disguise: number): number {
  let first = disguise;
  let firstKind = kindAt(text, disguise);
  let seen = 0;
  for (let at = disguise; at > 0 && seen < around && disguise - at < 8 * around; ) {
    const low = text.charCodeAt(at - 1);
    const pair = low >= 0xdc00 && low < 0xe000 && at > 1;
    at -= pair ? 2 : 1;
    const kind = kindAt(text, at);
    if (kind !== UNSPACED && kind !== LETTER && kind !== DIGIT) continue;
    if (!isJoined(text, kind, after(text, at), first, firstKind)) break;
    first = at;
    firstKind = kind;
    seen += 1;
  }
  return first;
}
