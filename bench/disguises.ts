import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { compileWords, type WordMatcher } from '../server/platform/word-matcher/compile-words.ts';
import type { Found, MatcherWord } from '../server/platform/word-matcher/matcher-word.ts';
import { simplifiedCharacters, traditionalCharacters } from '../server/platform/word-matcher/simplified-characters.ts';
import { measureSentences } from './chinese-sentences.ts';
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
const sentences = (['dev', 'held-out'] as const).flatMap((set) =>
  (['innocent', 'true'] as const).map((kind) => {
    const { sentences: number, found, certain, doubtful } = measureSentences(kind, set);
    return [
      kind === 'true' ? 'meant' : kind,
      set === 'dev' ? 'development' : set,
      number,
      found,
      certain,
      doubtful.length,
    ];
  }),
);
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

function score({ disguise, behind, around }: DisguiseKind, name: keyof typeof lists): string {
  let found = 0;
  let doubtful = 0;
  const lost: string[] = [];
  for (const word of lists[name]) {
    const disguised = disguise(word);
    if (disguised === undefined) continue;
    const said = name === 'English' ? ['They said: ', ', and left.'] : ['他们说', '，就走了。'];
    const [before = '', after = ''] = around ?? said;
    const text = `${before}${disguised}${behind ?? ''}${after}`;
    const hit = matcher.find(text).find((one) => isAt(one, `${name} ${word}`, text, before.length, disguised.length));
    if (!hit) lost.push(disguised);
    else found += 1;
    if (hit?.doubtful) doubtful += 1;
  }
  for (const one of lost.slice(0, 5)) console.log(`missed ${one}`);
  if (found + lost.length === 0) return '–';
  if (lost.length === 0) return `${found} of ${found}${doubtful > 0 ? `, ${doubtful} as likely false` : ''}`;
  return `${found} of ${found + lost.length}, ${lost.length} missed`;
}

/** A mark at the end belongs to the last letter, brackets around the whole do not belong to it. */
function isAt({ wordId, start, end }: Found, id: string, text: string, from: number, length: number): boolean {
  if (wordId !== id || start < from || end > from + length) return false;
  return /^[([【“]?$/.test(text.slice(from, start)) && /^(?:[)\]】”]|\ufe0f)?$/.test(text.slice(end, from + length));
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

## Short words

Three letters with ordinary signs between them, or with a digit among them, also occur in geometry, code, music and part numbers.

| written | taken for |
| --- | --- |
| A-S-S, A S S, F-A-G (all capitals), c\\*u\\*m, c·u·m (products), S3X-12, 7-s3x (joined to a number), λss (a quantity with an index) | innocent: not found |
| a-s-s, a.s.s, a s s, S3X, sεx | likely false: reviewed, never blocked |
| s3x, @ss, a$$, b🙂a🙂d, and every disguise with characters that are not typed by accident | certain |

Letters in brackets, quotes, columns or lines of their own count from four letters on, and only if one of them is not an answer from
A to E. Signs that take turns (t-e.a_c) count from four letters on.

## Chinese across two words

Chinese is written without spaces, so the end of one word and the beginning of the next can make a listed one: 代写 in 当代写作. The
text around each match is segmented (\`Intl.Segmenter\`). A match is *likely false* if it begins or ends within a word, is not part of
one longer word, and reading it as a word of its own takes no fewer words. Likely false matches are kept: they wait for review, never
block, sort last, and can be dismissed for the word.

| sentences | set | number | found | certain | likely false |
| --- | --- | --- | --- | --- | --- |
${sentences.map((row) => `| ${row.join(' | ')} |`).join('\n')}

The sentences are in \`bench/chinese-sentences\`. Each innocent one contains a listed word by accident; the others use
the word, some of them split or disguised. Rules were tried on the development set only. Of the held-out set, these were marked
although they mean the word: ${measureSentences('true', 'held-out').doubtful.join('; ')}.

An exception of the word answers the rest:

| word | text | found | found with the exception |
| --- | --- | --- | --- |
${borders.map((one) => `| ${one.word} | ${one.text} | ${one.without} | ${one.exception}: ${one.with} |`).join('\n')}

Not looked for, in any script: letters that were left out (t\\*\\*cher), words cut by blanks (tea cher), sounds and meanings in other
characters, Greek or Cyrillic words without a Latin letter, two Chinese characters with a comma or full stop between them, Arabic
digits for Chinese numerals (6合彩).
`;
}
