import { readFileSync } from 'node:fs';

/** The characters of a recogniser by the place of their likelihood; place 0 means "nothing new here". */
export type Alphabet = {
  characters: readonly string[];
  space: number;
  /** Places of what English is written with. */
  latin: Int32Array;
  /** Of signs that come in several shapes, such as narrow and wide ones: the places of the other shapes. */
  shapes: ReadonlyMap<number, readonly number[]>;
};

export function readAlphabet(file: string): Alphabet {
  const keys = readFileSync(file, 'utf8')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  const characters = ['', ...keys, ' '];
  const latin = characters.flatMap((character, at) => (isLatin(character) ? [at] : []));
  return {
    characters,
    space: characters.length - 1,
    latin: Int32Array.from([0, ...latin]),
    shapes: shapesOf(characters),
  };
}

function shapesOf(characters: readonly string[]): Map<number, number[]> {
  const bySign = new Map<string, number[]>();
  for (const [at, character] of characters.entries()) {
    if (!/^[\p{P}\p{S}]$/u.test(character)) continue;
    const sign = plainSign(character);
    bySign.set(sign, [...(bySign.get(sign) ?? []), at]);
  }
  const groups = [...bySign.values()].filter((places) => places.length > 1);
  return new Map(groups.flatMap((places) => places.map((at) => [at, places.filter((other) => other !== at)])));
}

function plainSign(sign: string): string {
  return sign
    .normalize('NFKC')
    .replace(/[“”„]/, '"')
    .replace(/[‘’]/, "'")
    .replace(/[—–―]/, '-')
    .replace('、', ',')
    .replace('。', '.');
}

/** Letters with accents too, and the signs of English print. */
function isLatin(character: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u017f‘’“”–—…•·£€¥©®™°×÷±]$/u.test(character);
}
