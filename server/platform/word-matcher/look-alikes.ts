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
