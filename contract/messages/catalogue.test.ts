import { describe, expect, it } from 'vitest';
import { type Language, languages } from '../language.ts';

type Text = { path: string; text: string };

/** Every text with the dotted path that leads to it. */
function textsOf(value: unknown, path = ''): Text[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither a text nor a group of texts`);
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, path ? `${path}.${name}` : name));
}

/** Short forms for the menu exist only in languages that need them. */
const isShortForm = ({ path }: Text) => path.startsWith('shell.menuNames.');
const isProperName = (path: string) =>
  path.startsWith('resource.licences.cc') || /^resourceDetail\.(kilobits|hertz)$/.test(path);

const catalogue = new Map<Language, Text[]>();
for (const language of languages) {
  const messages: object = await import(`./${language}/all.ts`);
  catalogue.set(
    language,
    textsOf({ ...messages }).filter((text) => !isShortForm(text)),
  );
}
const textsIn = (language: Language) => catalogue.get(language) ?? [];
const english = textsIn('en');
const translations = languages.filter((language) => language !== 'en');
const placesIn = (text: string) =>
  [...text.replace(/\{\w+, plural,(?: =?\w+ \{[^{}]*\})+\}/g, '').matchAll(/\{\w+\}/g)].map(([place]) => place).sort();
const withoutPlaces = (text: string) => text.replace(/\{\w+(?=[,}])/g, '{');
const found = (texts: readonly Text[], pattern: RegExp) =>
  texts.filter(({ text }) => pattern.test(text)).map(({ path, text }) => `${path}: ${text}`);

describe('the message catalogue', () => {
  it('has texts', () => {
    expect(english.length).toBeGreaterThan(3_000);
    expect(languages.flatMap(textsIn).filter(({ text }) => text.trim() === '')).toEqual([]);
  });

  it.each(translations)('has every text in %s, with the same places', (language) => {
    const byPath = new Map(textsIn(language).map(({ path, text }) => [path, text]));
    expect([...byPath.keys()].sort()).toEqual(english.map(({ path }) => path).sort());
    const differing = english.filter(
      ({ path, text }) => placesIn(text).join() !== placesIn(byPath.get(path) ?? '').join(),
    );
    expect(differing).toEqual([]);
  });

  it.each(translations)('is really translated to %s: no sentence is the same', (language) => {
    const byPath = new Map(textsIn(language).map(({ path, text }) => [path, text]));
    const isSentence = (text: string) => /\p{L}.* |.* \p{L}/u.test(text.replace(/\{\w+\}/g, ''));
    const same = english.filter(
      ({ path, text }) => isSentence(text) && !isProperName(path) && byPath.get(path) === text,
    );
    expect(same).toEqual([]);
  });

  it('has a singular for every counted noun', () => {
    const counted =
      /\{(?:count|rows|people|columns|resources|places|matches|pages|chapters|days|total)\} (?:more |open )?(people|[a-z]+s)\b/;
    const unchanging = /\{count\} (ms|times)\b/;
    expect(found(english, counted).filter((text) => !unchanging.test(text))).toEqual([]);
  });
});

describe('plain words', () => {
  const oddPhrases =
    /\b(somebody|whoever|whom|anew|by itself|by themselves|meanwhile|so that|in one go|not necessary|for good|hits?|deeds?|put off|taken back|take back|gave back|give back|looked through|looked at again|the like of|as well as|must not be|is gone)\b|\b(in|into|to|from) the trash\b|\b(What|Who|Whose) (is|was|waits|stands|comes) (yours|there|found|below|here)\b/i;

  it('are what English uses', () => {
    const texts = english.map(({ path, text }) => ({ path, text: withoutPlaces(text) }));
    expect(found(texts, oddPhrases)).toEqual([]);
  });

  it('end without a full stop on buttons, tabs, headings and columns', () => {
    const labels = /(^|\.)(actions|tabs|columns|filters|submit|title|titles|confirm|save|cancel|label)(\.\w+)?$/;
    const isLabel = ({ path, text }: Text) =>
      labels.test(path) && !path.endsWith('Hint') && /[^.]\.$/.test(text) && !/\. /.test(text);
    expect(english.filter(isLabel)).toEqual([]);
  });

  it('use “24%” and the typographic signs of English', () => {
    expect(found(english, /\} %|\d %|\w'\w|"/)).toEqual([]);
  });

  it('use the punctuation and terms of Chinese', () => {
    const chinese = textsIn('zh');
    expect(found(chinese, /\p{Script=Han}[,;:!?]|[,;!?]\p{Script=Han}|\p{Script=Han}\.(\s|$)/u)).toEqual([]);
    expect(found(chinese, /\} %|\d %|千赫|干净利落|undefined|null/)).toEqual([]);
    expect(found(chinese, /\p{Script=Han}[A-Za-z]|[A-Za-z]\p{Script=Han}/u)).toEqual([]);
  });
});
