import { classOf, classOfPoint, INVISIBLE, LETTER, SIGN, SURROGATE, UNSPACED } from './character-class.ts';
import { strictTable } from './strict-fold.ts';

/** Small capitals and phonetic letters that no language is written in. Mathematical and most enclosed ones Unicode itself resolves. */
const drawn = new Map<number, string>();
for (const pairs of ['ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpǫqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz', 'ɑaɡgɭlɱmʂsʈtʐz']) {
  for (let at = 0; at < pairs.length; at += 2) drawn.set(pairs.charCodeAt(at), pairs.charAt(at + 1));
}
/** Cherokee letters that look like Latin ones; no teaching text here is written in Cherokee. Their small forms stand at 0xab70 in the same order. */
const cherokee = 'ᎠdᎡrᎢtᎥiᎩyᎪaᎫjᎬeᎳwᎷmᎻhᎽyᏀgᏂhᏃzᏆiᏏbᏒrᏔwᏕsᏙvᏚsᏞlᏟcᏢpᏦkᏧdᏳgᏴbᎾo';
for (let at = 0; at < cherokee.length; at += 2) {
  const [capital, letter] = [cherokee.charCodeAt(at), cherokee.charAt(at + 1)];
  drawn.set(capital, letter);
  drawn.set(capital < 0x13f0 ? capital + 0xab70 - 0x13a0 : capital + 8, letter);
}
/** White letters on black, and the halves of flags: alphabets in the order of the alphabet. */
const alphabets = [0x1f150, 0x1f170, 0x1f1e6];
/** They stand for words, not for letters. */
const abbreviations = new Set([0x2120, 0x2121, 0x2122, 0x2116, 0x213b]);

const none: readonly number[] = [];
const knownLetters = new Map<number, readonly number[]>();

/** The plain letters behind an odd one, or nothing when it is as plain as it can be. */
export function plainLetters(point: number): readonly number[] {
  if (point < 0x80 || (point >= 0x3400 && point < 0xa000)) return none;
  let letters = knownLetters.get(point);
  if (letters === undefined) {
    letters = resolve(point);
    knownLetters.set(point, letters);
  }
  return letters;
}

function resolve(point: number): readonly number[] {
  const letter = drawn.get(point);
  if (letter) return [letter.charCodeAt(0)];
  for (const first of alphabets) {
    if (point >= first && point < first + 26) return [0x61 + point - first];
  }
  const character = String.fromCodePoint(point);
  // Width and case are the strict fold's; what it changes is not odd.
  if (abbreviations.has(point) || (point < 0x10000 && strictTable[point] !== point && isPlain(strictTable[point])))
    return none;
  const plain = character.normalize('NFKC').replace(/[()〔〕]/gu, '');
  if (plain === character || plain.length === 0) return none;
  const units = [...plain].map((each) => each.codePointAt(0) ?? 0);
  if (!units.every((unit) => unit < 0x10000 && isLetter(unit))) return none;
  return units.map((unit) => strictTable[unit] as number);
}

function isLetter(point: number): boolean {
  const kind = classOfPoint(point);
  return kind === LETTER || kind === UNSPACED;
}

/** Nothing is left to resolve in it. */
function isPlain(unit: number | undefined): boolean {
  return unit !== undefined && String.fromCharCode(unit).normalize('NFKC') === String.fromCharCode(unit);
}

/** Greek, Cyrillic and dotless letters that look like Latin ones, capitals where they look like another letter than the small ones do. */
const pairs = [
  'аaбbвbгrԁdеeёeһhнhіiїiјjкkӏlмmпnоoрpԛqсcѕsтtуyѵvѡwхxьbиnйnяrшwщwцuчyфoзeэeлnжxдa',
  'αaβbγyδdεeζzηnθoιiκkλaνvξeοoπnρpςsσoτtυuφoχxωwϲcμu',
  'ΑaΒbΔaΕeΖzΗhΘoΙiΚkΛaΜmΝnΞeΟoΠnΡpΣeΤtΥyΦoΧxΩo',
  'АaВbЕeНhІiЈjКkМmОoРpСcЅsТtУyХxИnЙnЯrШwЩwЦuЧyФoЗeЭeЛnЖxДa',
  'ıiȷj',
];
/** Some look like a second letter as well. */
const others = 'ιlηhσsиuνnμmλlΣsΛvΔdИu';

function lettersOf(list: string): [number, number][] {
  return Array.from({ length: list.length / 2 }, (_, at) => [list.charCodeAt(at * 2), list.charCodeAt(at * 2 + 1)]);
}

const latin = new Map(pairs.flatMap(lettersOf));
const second = new Map(lettersOf(others));

/** The Latin letter that a Greek, Cyrillic or dotless one looks like, or 0. */
export function looksLike(unit: number): number {
  return unit < 0x131 || unit > 0x52f ? 0 : (latin.get(unit) ?? 0);
}

/** The second Latin letter that a letter looks like, or 0. */
export function alsoLooksLike(unit: number): number {
  return unit < 0x370 || unit > 0x52f ? 0 : (second.get(unit) ?? 0);
}

const crossed = new Map([...'øođdłlħhŧt'].flatMap((letter, at, all) => (at % 2 ? [] : [[letter, all[at + 1] ?? '']])));
const known = new Map<number, number>();

/** The small Latin letter under an accent, or 0. */
export function withoutAccent(unit: number): number {
  if (unit < 0xc0 || (unit > 0x24f && unit < 0x1e00) || unit > 0x1eff) return 0;
  let letter = known.get(unit);
  if (letter === undefined) {
    const character = String.fromCharCode(unit).toLowerCase();
    const first = (crossed.get(character) ?? character.normalize('NFD')).charCodeAt(0);
    letter = first >= 0x61 && first <= 0x7a ? first : 0;
    known.set(unit, letter);
  }
  return letter;
}

/** Drawn as a blank, but no white space to Unicode. */
export const brailleBlank = 0x2800;

/** A sign that can stand for a letter, also at the edge of a word. */
export const LEET_SIGN = 8;
/** A sign that can stand for a letter between two others; elsewhere it ends a sentence or a column. */
export const INNER_LEET_SIGN = 9;

/** Digits and signs by the letter that they are drawn for. One and the exclamation mark are i as well as l: both have the key i. */
const leet = new Map(
  [...'0o1i3e4a5s6g7t8b9g@a$s!i|i€e£i¥y¢c'].flatMap((sign, at, all) =>
    at % 2 ? [] : [[sign.charCodeAt(0), (all[at + 1] ?? '').charCodeAt(0)] as const],
  ),
);

/** Where digits from 0 or 1 to 9 stand in circles or brackets. */
const enclosedDigits: readonly (readonly [first: number, digit: number])[] = [
  [0x2460, 1],
  [0x2474, 1],
  [0x24ea, 0],
  [0x24f5, 1],
  [0x24ff, 0],
  [0x2776, 1],
  [0x2780, 1],
  [0x278a, 1],
];
/** The digit that a circle or brackets enclose. */
const enclosed = new Map<number, number>();
for (const [first, digit] of enclosedDigits) {
  for (let at = 0; at < (digit === 0 ? 1 : 9); at += 1) enclosed.set(first + at, digit + at);
}
for (const [point, digit] of enclosed) {
  const letter = leet.get(0x30 + digit);
  if (letter !== undefined) leet.set(point, letter);
}

/** Formal numerals, which are hard to forge, by the ordinary ones. */
const formal = new Map(
  [...'壹一贰二叁三肆四伍五陆六柒七捌八玖九拾十'].flatMap((one, at, all) =>
    at % 2 ? [] : [[one.charCodeAt(0), (all[at + 1] ?? '').charCodeAt(0)] as const],
  ),
);

const numerals = new Uint16Array(65536);
for (let unit = 0; unit < 65536; unit += 1) numerals[unit] = formal.get(strictTable[unit] as number) ?? 0;
for (const [point, digit] of enclosed) numerals[point] = '〇一二三四五六七八九'.charCodeAt(digit);

/** The ordinary Chinese numeral behind a formal one or an enclosed digit, or 0. */
export function numeralOf(point: number): number {
  return point < 65536 ? (numerals[point] as number) : 0;
}

/** What letters are found by: without accent, as the Latin letter that they look like, l as i, and leet as its letter. */
export const keyOf: Uint16Array = new Uint16Array(65536);
for (let unit = 0; unit < 65536; unit += 1) keyOf[unit] = unit;
for (let unit = 0xc0; unit < 0x530; unit += 1) keyOf[unit] = baseOf(unit);
for (let unit = 0x1e00; unit < 0x1f00; unit += 1) keyOf[unit] = baseOf(unit);
for (const [sign, letter] of leet) keyOf[sign] = letter;
for (const [unit, numeral] of formal) keyOf[unit] = numeral;
for (let unit = 0; unit < 0x1f00; unit += 1) if (keyOf[unit] === 0x6c) keyOf[unit] = 0x69;

/** The Latin letter behind accents and look-alikes, else the unit itself. */
export function baseOf(unit: number): number {
  return looksLike(unit) || withoutAccent(unit) || unit;
}

export function isLeet(unit: number): boolean {
  return leet.has(unit);
}

/** As `classOf`, but odd letters are letters, and signs that can be leet are told apart. */
export const looseClassOf: Uint8Array = classOf.slice();
for (const sign of '@$€£¥¢') looseClassOf[sign.charCodeAt(0)] = LEET_SIGN;
for (const sign of '!|') looseClassOf[sign.charCodeAt(0)] = INNER_LEET_SIGN;
for (const sign of '＠＄￡￥￠') looseClassOf[sign.charCodeAt(0)] = LEET_SIGN;
// Readers see a gap that is no more than a zero-width space to a matcher.
looseClassOf[brailleBlank] = INVISIBLE;
for (const point of enclosed.keys()) looseClassOf[point] = INNER_LEET_SIGN;
for (const [from, to] of [
  [0x2100, 0x2150],
  [0x249c, 0x24ea],
  [0x2e80, 0x2fd6],
  [0x3200, 0x3400],
]) {
  for (let unit = from as number; unit < (to as number); unit += 1) {
    if (classOf[unit] === SIGN || classOf[unit] === UNSPACED) looseClassOf[unit] = looseClassOfPoint(unit);
  }
}

export function looseClassOfPoint(point: number): number {
  if (point === brailleBlank) return INVISIBLE;
  const plain = plainLetters(point)[0];
  if (plain !== undefined) return classOf[plain] === UNSPACED ? UNSPACED : LETTER;
  return classOfPoint(point);
}

/** The class at a place of a text, of pairs of units too. */
export function looseClassAt(text: string, at: number): number {
  const known = looseClassOf[text.charCodeAt(at)] as number;
  return known === SURROGATE ? looseClassOfPoint(text.codePointAt(at) ?? 0) : known;
}

/** Where the next character begins. */
export function after(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit < 0xd800 || unit >= 0xdc00) return at + 1;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdc00 && low < 0xe000 ? at + 2 : at + 1;
}

/** The next place at which something is to be seen. */
export function skipInvisible(text: string, from: number): number {
  let at = from;
  while (at < text.length && looseClassAt(text, at) === INVISIBLE) at = after(text, at);
  return at;
}

/** The units that the strict fold and then the resolving of odd letters leave of a character. */
export function plainUnits(point: number): readonly number[] {
  const plain = plainLetters(point);
  if (plain.length > 0) return plain;
  if (point < 0x10000) return [strictTable[point] as number];
  return [...String.fromCodePoint(point).toLowerCase()].flatMap((character) => [
    character.charCodeAt(0),
    ...(character.length > 1 ? [character.charCodeAt(1)] : []),
  ]);
}
