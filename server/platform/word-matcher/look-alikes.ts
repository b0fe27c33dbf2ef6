/** Greek and Cyrillic letters that look like Latin ones, capitals where they look like another letter than the small ones do. */
const pairs = [
  'аaбbвbгrԁdеeёeһhнhіiїiјjкkӏlмmпnоoрpԛqсcѕsтtуyѵvѡwхxьb',
  'αaβbγyδdεeζzηnθoιiκkνvοoρpςsσoτtυuχxωwϲcμu',
  'ΑaΒbΕeΖzΗhΙiΚkΜmΝnΟoΡpΤtΥyΧx',
  'АaВbЕeНhІiЈjКkМmОoРpСcЅsТtУyХx',
];
const latin = new Map<number, number>();
for (const list of pairs) {
  for (let at = 0; at < list.length; at += 2) latin.set(list.charCodeAt(at), list.charCodeAt(at + 1));
}

/** The Latin letter that a Greek or Cyrillic one looks like, or 0. */
export function looksLike(unit: number): number {
  return unit < 0x370 || unit > 0x52f ? 0 : (latin.get(unit) ?? 0);
}

const crossed = new Map(
  [...'øođdłlħhŧtıi'].flatMap((letter, at, all) => (at % 2 ? [] : [[letter, all[at + 1] ?? '']])),
);
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
