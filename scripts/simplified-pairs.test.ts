import { expect, it } from 'vitest';
import { simplifiedCharacters, traditionalCharacters } from '../server/engines/word-matcher/simplified-characters.ts';
import { simplifiedPairs } from './simplified-pairs.ts';

it('the table of simplified characters is the one that its script writes', () => {
  expect({ traditional: traditionalCharacters, simplified: simplifiedCharacters }).toEqual(simplifiedPairs());
});

it('folding a character twice gives what folding it once gives', () => {
  for (const character of simplifiedCharacters) expect(traditionalCharacters).not.toContain(character);
});
