/** Seeded pseudo-random numbers, identical on every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const functionWords = [
  'the of and to in a is that for it as was with be by on not he this are or his from at which but have an had they you',
  'were their one all we can her has there been if more when will would who so no out up into do time than only some',
].flatMap((line) => line.split(' '));
const subjectWords = [
  'system energy function number theory data cell water method model result process structure history language level',
  'lecture algebra physics chemistry biology statistics economics philosophy literature programming network robotics',
].flatMap((line) => line.split(' '));
const syllables =
  'ba con de fi gra hel in jo ka lum mer no or pra qui ra sti ter un ver wo xen yl zo tion ment al ity ist'.split(' ');
/** The most frequent characters of modern Chinese, most frequent first. */
const characters =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经' +
  '十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形' +
  '相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展' +
  '五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战' +
  '先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白' +
  '教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律';
const subjectsInChinese =
  '我们 可以 数学 物理 化学 函数 系统 能量 结构 方法 历史 语言 经济 线性代数 计算机 生物学 实验 问题'.split(' ');

/** Zipf distribution, as in natural text: frequency is roughly inverse to rank. */
function zipf(words: readonly string[]): (random: () => number) => string {
  const sums = new Float64Array(words.length);
  let sum = 0;
  for (let rank = 0; rank < words.length; rank += 1) {
    sum += 1 / (rank + 2);
    sums[rank] = sum;
  }
  return (random) => {
    const wanted = random() * sum;
    let low = 0;
    let high = words.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return words[low] ?? '';
  };
}

function distinct(count: number, first: readonly string[], make: () => string): string[] {
  const words = new Set(first);
  while (words.size < count) words.add(make());
  return [...words];
}

const random = randomNumbers(7);
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
export const englishWords = distinct(30_000, [...functionWords, ...subjectWords], () =>
  Array.from({ length: 2 + Math.floor(random() * 3) }, () => pick(syllables)).join(''),
);
const someCharacter = zipf([...characters]);
export const chineseWords = distinct(20_000, ['的', '是', '在', ...subjectsInChinese], () =>
  Array.from({ length: 1 + Math.floor(random() * 2.5) }, () => someCharacter(random)).join(''),
);
const someEnglish = zipf(englishWords);
const someChinese = zipf(chineseWords);

/** A paragraph of about fifty words. */
export function englishPassage(numbers: () => number): string {
  const words = Array.from({ length: 20 + Math.floor(numbers() * 60) }, () => someEnglish(numbers));
  const text = words.map((word, at) => (at % 12 === 11 ? `${word}.` : word)).join(' ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** About a hundred characters. */
export function chinesePassage(numbers: () => number): string {
  const words = Array.from({ length: 30 + Math.floor(numbers() * 50) }, () => someChinese(numbers));
  return words.map((word, at) => (at % 10 === 9 ? `${word}，` : word)).join('');
}
