import { fillText } from '@lectern/contract/errors.ts';
import { describe, expect, it } from 'vitest';
import { english as en, chinese as zh } from '../testing/all-texts.ts';

/** Every text with the dotted path that leads to it. */
function textsOf(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) throw new Error(`${path} is neither a text nor a group of texts`);
  return Object.entries(value).flatMap(([name, inner]) => textsOf(inner, path ? `${path}.${name}` : name));
}

/** Short forms for the menu, only in the language that needs them. */
const isShortForm = ([path]: [string, string]) => path.startsWith('shell.menuNames.');

/** Licences of Creative Commons are called the same everywhere. */
const isProperName = (path: string) => path.startsWith('resource.licences.cc');

const english = textsOf(en).filter((entry) => !isShortForm(entry));
const chinese = new Map(textsOf(zh).filter((entry) => !isShortForm(entry)));
const places = (text: string) =>
  [...text.replace(/\{\w+, plural, .*?\}\}/g, '').matchAll(/\{\w+\}/g)].map(([place]) => place).sort();

describe('the dictionary', () => {
  it('has texts in every area', () => {
    expect(english.length).toBeGreaterThan(300);
    for (const area of Object.keys(en))
      expect(
        english.some(([path]) => path.startsWith(`${area}.`)),
        area,
      ).toBe(true);
  });

  it('says everything in both languages', () => {
    expect([...chinese.keys()].sort()).toEqual(english.map(([path]) => path).sort());
    expect([...english, ...chinese].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('fills the same places in both languages', () => {
    const differing = english.filter(([path, text]) => places(text).join() !== places(chinese.get(path) ?? '').join());
    expect(differing).toEqual([]);
  });

  it('has a singular for every counted noun', () => {
    const counted =
      /\{(?:count|rows|people|columns|resources|places|hits|pages|chapters|days|total)\} (?:open )?(people|[a-z]+s)\b/;
    const unchanging = /\{count\} (ms|times)\b/;
    expect(english.filter(([, text]) => counted.test(text) && !unchanging.test(text))).toEqual([]);
    expect(fillText('{count} {count, plural, one {person} other {people}}', { count: 1 })).toBe('1 person');
    expect(fillText('{count} {count, plural, one {person} other {people}}', { count: '1,204' })).toBe('1,204 people');
  });

  it('is really translated: whole sentences are not the same in both', () => {
    const isSentence = (text: string) => /\p{L}.* |.* \p{L}/u.test(text.replace(/\{\w+\}/g, ''));
    const same = english.filter(
      ([path, text]) => isSentence(text) && !isProperName(path) && chinese.get(path) === text,
    );
    expect(same).toEqual([]);
  });
});
