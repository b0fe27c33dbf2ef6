import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { compileWords, type WordMatcher } from '../server/engines/word-matcher/compile-words.ts';
import type { MatcherWord, WordMatch } from '../server/engines/word-matcher/port.ts';
import { simplifiedCharacters, traditionalCharacters } from '../server/engines/word-matcher/simplified-characters.ts';
import { measureSentences } from './chinese-sentences.ts';
import { type DisguiseKind, disguiseKinds } from './disguise-kinds.ts';
import { readOrdinaryTexts, readWords } from './disguise-texts.ts';
import { acrossBorders, traps } from './disguise-traps.ts';
import { table } from './report.ts';

/**
 * Applies every disguise to every word of two lists and checks that the matcher finds it at its exact place. Then
 * scans ordinary texts and traps, where it must not report any disguise.
 */
const { positionals, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const [folder] = positionals;
if (!folder) {
  console.error('Pass the data folder: npm run check:disguises -- DIR [--write]');
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
    const { sentences: number, found, certain, likelyFalse } = measureSentences(kind, set);
    return [
      kind === 'true' ? 'intended' : kind,
      set === 'dev' ? 'development' : set,
      number,
      found,
      certain,
      likelyFalse.length,
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
  let likelyFalse = 0;
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
    if (hit?.likelyFalse) likelyFalse += 1;
  }
  for (const one of lost.slice(0, 5)) console.log(`missed ${one}`);
  if (found + lost.length === 0) return '–';
  if (lost.length === 0) return `${found} of ${found}${likelyFalse > 0 ? `, ${likelyFalse} as likely false` : ''}`;
  return `${found} of ${found + lost.length}, ${lost.length} missed`;
}

/** A combining mark at the end belongs to the last letter; brackets around the whole word don't belong to it. */
function isAt({ wordId, start, end }: WordMatch, id: string, text: string, from: number, length: number): boolean {
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
  const markdown = [['disguise', 'sample', 'English', 'Chinese'], ['---', '---', '---', '---'], ...rows]
    .map((row) => `| ${row.map((cell) => cell.replace('|', '\\|').replace('*', '\\*')).join(' | ')} |`)
    .join('\n');
  return `# Words in disguise

Measured by \`npm run check:disguises -- DIR --write\` with every word of two public lists (${lists.English.length} English, ${lists.Chinese.length} Chinese) that a disguise
applies to, each within a sentence. A word counts as found only at its exact position. Samples here are neutral words. A dash means that
the script has no such disguise. [The rules](disguise-rules.md) tell disguises from innocent text.

${markdown}

## Innocent text

| text | characters | listed words as written | false disguises |
| --- | --- | --- | --- |
| ${texts.length} ordinary texts: documents, pictures, speech, news, papers | ${characters(texts)} | ${ordinary.plain.length} | ${ordinary.disguised.length} |
| ${traps.length} traps: listed words within and across others, numbers, formulas, lists, abbreviations | ${characters(traps)} | ${trapped.plain.length} | ${trapped.disguised.length} |

Listed words as written are whole words in ordinary texts (in Chinese, these characters). People decide about them.

## Short words

Three letters with ordinary separators or a digit also occur in geometry, code, music and part numbers.

| written as | result |
| --- | --- |
| A-S-S, A S S, F-A-G (all capitals), c\\*u\\*m, c·u·m (products), S3X-12, 7-s3x (joined to a number), λss (a quantity with an index) | innocent, no match |
| a-s-s, a.s.s, a s s, S3X, sεx | likely false, reviewed but never blocked |
| s3x, @ss, a$$, b🙂a🙂d, and every disguise with characters that nobody types by accident | certain |

Letters in separate brackets, quotes, columns or lines count from four letters on, and only if at least one is beyond A–E, the letters of
answers. Alternating separators (t-e.a_c) count from four letters on.

## Chinese across two words

Chinese is written without spaces, so the end of one word and the beginning of the next can form a listed one: 代写 in 当代写作. The text
around each match is segmented (\`Intl.Segmenter\`). A match is *likely false* if it begins or ends within a word, isn't part of one longer
word, and reading it as its own word takes no fewer words. Likely false matches are kept for review, never block, sort last, and can be
dismissed for the word.

| sentences | set | number | found | certain | likely false |
| --- | --- | --- | --- | --- | --- |
${sentences.map((row) => `| ${row.join(' | ')} |`).join('\n')}

The sentences are in \`bench/chinese-sentences\`. Each innocent one contains a listed word by accident; the others use the word, sometimes
split or disguised. Rules were tuned on the development set only. In the held-out set, these intended uses were marked likely false: ${measureSentences('true', 'held-out').likelyFalse.join('; ')}.

Exceptions of the word cover the rest:

| word | text | found | with the exception |
| --- | --- | --- | --- |
${borders.map((one) => `| ${one.word} | ${one.text} | ${one.without} | ${one.exception}: ${one.with} |`).join('\n')}

Not detected in any script: omitted letters (t\\*\\*cher), words split by spaces (tea cher), homophones and paraphrases, Greek or Cyrillic
words without a Latin letter, two Chinese characters with a comma or full stop between them, Arabic digits for Chinese numerals (6合彩).
`;
}
