import { expect, it } from 'vitest';
import { matchEntries, type PaletteEntry } from './palette.tsx';

function entry(label: string, keywords = '', note = ''): PaletteEntry {
  const action = { id: label, label: () => label, group: 'view', run: () => undefined } as const;
  return { id: label, label, note, keywords, icon: 'search', action };
}
const entries = [
  entry('User management', '', 'System management'),
  entry('Resource library', '/app/resource/library'),
  entry('All resources'),
  entry('格式转换记录', 'Format conversion records /app/data/convert', '统计中心'),
];
const found = (text: string) => matchEntries(entries, text).map(({ label }) => label);

it('puts names that begin with the text before names that hold it', () => {
  expect(found('resource')).toEqual(['Resource library', 'All resources']);
});

it('needs every word, in any order', () => {
  expect(found('library res')).toEqual(['Resource library']);
  expect(found('library user')).toEqual([]);
});

it('finds by keywords, so that English names work in Chinese', () => {
  expect(found('format conv')).toEqual(['格式转换记录']);
});

it('finds Chinese inside of a name', () => {
  expect(found('转换')).toEqual(['格式转换记录']);
  expect(found('录')).toEqual(['格式转换记录']);
});

it('does not take a letter or two inside of a word for a find', () => {
  expect(found('an')).toEqual([]);
  expect(found('anag')).toEqual(['User management']);
});

it('keeps everything in order without a text', () => {
  expect(found('  ')).toHaveLength(4);
});
