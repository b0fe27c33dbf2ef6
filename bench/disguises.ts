import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { compileWords, type WordMatcher } from '../server/platform/word-matcher/compile-words.ts';
import type { Found, MatcherWord } from '../server/platform/word-matcher/matcher-word.ts';
import { simplifiedCharacters, traditionalCharacters } from '../server/platform/word-matcher/simplified-characters.ts';
import { type DisguiseKind, disguiseKinds } from './disguise-kinds.ts';
import { readOrdinaryTexts, readWords } from './disguise-texts.ts';
import { acrossBorders, traps } from './disguise-traps.ts';
import { table } from './report.ts';

/**
 * Disguises every word of two lists in every way that is listed, and looks whether it is found at its exact place; then
 * looks through ordinary text and through traps, where no disguise may be seen that is none.
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const [folder] = positionals;
if (!folder) {
  console.error('Say where the data is: npm run check:disguises -- DIR [--write]');
  process.exit(64);
}

const lists = {
  English: readWords(folder, 'ldnoobw-en.txt'),
  Chinese: readWords(folder, 'ldnoobw-zh.txt'),
};
const matcher = compileWords(Object.entries(lists).flatMap(([name, words]) => words.map((text) => listed(name, text))));
const kinds = disguiseKinds(toTraditional);
const rows = kinds.map((kind) => [
  kind.name,
  kind.sample,
  ...Object.keys(lists).map((name) => score(kind, name as keyof typeof lists)),
]);
const texts = readOrdinaryTexts(folder);
const ordinary = look(matcher, texts);
const trapped = look(matcher, traps);
const borders = acrossBorders.map(({ word, text, exception }) => {
  const places = (exceptions: string[]) => compileWords([{ ...listed('Chinese', word), exceptions }]).find(text).length;
  return { word, text, exception, without: places([]), with: places([exception]) };
});
const uncovered = borders.filter((one) => one.without !== 1 || one.with !== 0).length;
const missed = rows.flat().filter((cell) => /missed/.test(cell)).length;

console.log(table([['disguise', 'sample', ...Object.keys(lists)], ...rows]));
for (const line of [...ordinary.disguised, ...trapped.disguised, ...trapped.plain]) console.log(`NOT ${line}`);
console.log(
  `${texts.length} ordinary texts of ${characters(texts)} characters: ${ordinary.plain.length} listed words as they are, ` +
    `${ordinary.disguised.length} seen in disguise; ${traps.length} traps: ${trapped.plain.length + trapped.disguised.length} hits`,
);
const falseHits = ordinary.disguised.length + trapped.disguised.length + trapped.plain.length + uncovered;
console.log(`disguises ${missed + falseHits} 0 ${missed + falseHits === 0 ? 'ok' : 'short'}`);
if (values.write) await writeFile('docs/disguises.md', page());
process.exitCode = missed + falseHits === 0 ? 0 : 1;

function listed(name: string, text: string): MatcherWord {
  const language = name === 'English' ? 'en' : 'zh';
  return {
    id: `${name} ${text}`,
    text,
    mode: 'exact',
    variants: true,
    language,
    sources: [],
    kinds: [],
    exceptions: [],
  };
}

function score({ disguise, behind }: DisguiseKind, name: keyof typeof lists): string {
  let found = 0;
  const lost: string[] = [];
  for (const word of lists[name]) {
    const disguised = disguise(word);
    if (disguised === undefined) continue;
    const before = name === 'English' ? 'They said: ' : '他们说';
    const text = `${before}${disguised}${behind ?? ''}${name === 'English' ? ', and left.' : '，就走了。'}`;
    const isFound = matcher.find(text).some((hit) => isAt(hit, `${name} ${word}`, before.length, disguised.length));
    if (isFound) found += 1;
    else lost.push(disguised);
  }
  for (const one of lost.slice(0, 5)) console.log(`missed ${one}`);
  if (found + lost.length === 0) return '–';
  return lost.length === 0 ? `${found} of ${found}` : `${found} of ${found + lost.length}, ${lost.length} missed`;
}

/** A mark at the end belongs to the last letter. */
function isAt({ wordId, start, end }: Found, id: string, from: number, length: number): boolean {
  return wordId === id && start === from && end === from + length;
}

function look(words: WordMatcher, all: readonly string[]): { plain: string[]; disguised: string[] } {
  const plain: string[] = [];
  const disguised: string[] = [];
  for (const text of all) {
    for (const { start, end, pass, variant } of words.find(text)) {
      const around = JSON.stringify(text.slice(Math.max(0, start - 12), end + 12));
      (pass === 'strict' ? plain : disguised).push(
        `${JSON.stringify(text.slice(start, end))} ${variant.join('+')} in ${around}`,
      );
    }
  }
  return { plain, disguised };
}

function toTraditional(word: string): string {
  return word.replace(/./gu, (character) => {
    const at = simplifiedCharacters.indexOf(character);
    return at < 0 ? character : traditionalCharacters.charAt(at);
  });
}

function characters(all: readonly string[]): number {
  return all.reduce((sum, text) => sum + text.length, 0);
}

function page(): string {
  const markdown = [['disguise', 'looks like', 'English', 'Chinese'], ['---', '---', '---', '---'], ...rows]
    .map((row) => `| ${row.map((cell) => cell.replace('|', '\\|').replace('*', '\\*')).join(' | ')} |`)
    .join('\n');
  return `# Words in disguise

Measured by \`npm run check:disguises -- DIR --write\`: every word of two public lists (${lists.English.length} English, ${lists.Chinese.length} Chinese)
that a disguise can be made of, within a sentence. Found means: this word, at exactly this place. Samples here are
neutral words. A dash: there is no such disguise in that script. How each is told from innocent text is in
[decision 020](decisions/020-word-matcher.md).

${markdown}

## Innocent text

| text | characters | listed words as they are | seen in disguise, wrongly |
| --- | --- | --- | --- |
| ${texts.length} ordinary texts: documents, pictures, speech, news, papers | ${characters(texts)} | ${ordinary.plain.length} | ${ordinary.disguised.length} |
| ${traps.length} traps: listed words within and across others, numbers, formulas, lists, abbreviations | ${characters(traps)} | ${trapped.plain.length} | ${trapped.disguised.length} |

Listed words as they are stand in ordinary texts as whole words (or, in Chinese, as these characters): people decide about them.

## Chinese across two words

Chinese is written without spaces, and the matcher does not guess where its words end: a guess that is wrong would let a
listed word through. So the end of one word and the beginning of the next are found where they make a listed one. The answer
is an exception of the word: in the library, or from the hit itself in the review. The impact preview shows such places
before a word is saved; two characters make many more of them than three.

| word | text | found | found with the exception |
| --- | --- | --- | --- |
${borders.map((one) => `| ${one.word} | ${one.text} | ${one.without} | ${one.exception}: ${one.with} |`).join('\n')}

Not looked for, in any script: letters that were left out (t\\*\\*cher), words cut by blanks (tea cher), sounds and meanings in other characters.
`;
}
