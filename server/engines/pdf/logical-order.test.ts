import path from 'node:path';
import { expect, test } from 'vitest';
import { runSandboxed } from '../sandbox/run-sandboxed.ts';
import { listPages } from './inspect-pdf.ts';
import { directionOf, toLogicalOrder } from './logical-order.ts';
import { readPdfText } from './read-pdf-text.ts';

const { signal } = new AbortController();
/** Visual order from left to right, for text that is purely right-to-left. */
const turned = (text: string) => [...text].reverse().join('');

test('Arabic and Hebrew in a PDF are stored in reading order, with the right boxes', async () => {
  const file = path.join(import.meta.dirname, 'fixtures/right-to-left.pdf');
  const pages = await listPages(runSandboxed, file, signal);
  const lines = [];
  for await (const { blocks } of readPdfText(runSandboxed, { file, pages }, signal)) {
    for (const block of blocks) lines.push(...block.lines);
  }
  expect(lines.map(({ text }) => text)).toEqual([
    'التركيب الضوئي يحول الضوء إلى طاقة.',
    'في عام 2024 درس 35 طالبا كتاب Biology 101 في المدرسة.',
    'السعر ١٢٣٫٥ ريال (10-12) و "Photosynthesis in plants" درس 1,250 طالبا.',
    'בשנת 2024 למדו 35 תלמידים את הספר Biology 101 בבית הספר (כיתה ג).',
    'The word שלום עולם means hello world, page 12.',
  ]);
  const [first, last] = [lines[0]?.box ?? [0, 0, 0, 0], lines[4]?.box ?? [0, 0, 0, 0]];
  expect(first[0] + first[2]).toBeGreaterThan(0.95);
  expect(first[0]).toBeGreaterThan(0.4);
  expect(last[0]).toBeLessThan(0.05);
});

test('numbers, times and amounts keep their order inside right-to-left text', () => {
  expect(toLogicalOrder(`${turned('שעה')} 10:30 ${turned('בבוקר')}`, 'rtl')).toBe('בבוקר 10:30 שעה');
  expect(toLogicalOrder(`1,250.75 ${turned('ריאל')} 35 2024`, 'rtl')).toBe('2024 35 ריאל 1,250.75');
});

test('brackets open and close the right way, whether the file notes their shape or their meaning', () => {
  expect(toLogicalOrder(')ג התיכ(', 'rtl')).toBe('(כיתה ג)');
  expect(toLogicalOrder('(ג התיכ)', 'rtl')).toBe('(כיתה ג)');
});

test('marks stay on their letters, and joined forms become letters', () => {
  expect(toLogicalOrder('\u05dd\u05d5\u05dc\u05e9\u05b8\u05c1', 'rtl')).toBe('\u05e9\u05b8\u05c1\u05dc\u05d5\u05dd');
  expect(toLogicalOrder('\ufee1\ufefc\ufeb3', 'rtl')).toBe('سلام');
  expect(toLogicalOrder('ملسلإا', 'rtl')).toBe('الإسلم');
});

test('a text has the direction of most of its words', () => {
  expect(directionOf('درس "Photosynthesis" اليوم')).toBe('rtl');
  expect(directionOf('The word שלום means peace')).toBe('ltr');
  expect(directionOf('12 + 3')).toBe('ltr');
});

test('text from left to right stays untouched', () => {
  expect(toLogicalOrder('Plants (and 光合作用) 12:30', 'ltr')).toBe('Plants (and 光合作用) 12:30');
});
