import { readFileSync } from 'node:fs';

/** The characters of a recogniser by the place of their likelihood; place 0 means "nothing new here". */
export type Alphabet = {
  characters: readonly string[];
  space: number;
  /** Places of what English is written with. */
  latin: Int32Array;
};

export function readAlphabet(file: string): Alphabet {
  const keys = readFileSync(file, 'utf8')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  const characters = ['', ...keys, ' '];
  const latin = characters.flatMap((character, at) => (isLatin(character) ? [at] : []));
  return { characters, space: characters.length - 1, latin: Int32Array.from([0, ...latin]) };
}

/** Letters with accents too, and the signs of English print. */
function isLatin(character: string): boolean {
  return /^[\u0020-\u007e\u00a0-\u017f‘’“”–—…•·£€¥©®™°×÷±]$/u.test(character);
}
