import { classOfPoint, LETTER, UNSPACED } from './character-class.ts';
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
const known = new Map<number, readonly number[]>();

/** The plain letters behind an odd one, or nothing when it is as plain as it can be. */
export function plainLetters(point: number): readonly number[] {
  if (point < 0x80 || (point >= 0x3400 && point < 0xa000)) return none;
  let letters = known.get(point);
  if (letters === undefined) {
    letters = resolve(point);
    known.set(point, letters);
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
