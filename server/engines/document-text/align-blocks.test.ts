import { expect, test } from 'vitest';
import type { Box, PdfPageText } from '../pdf/port.ts';
import { alignBlocks } from './align-blocks.ts';
import type { TextBlock } from './port.ts';

type Line = [text: string, left: number, top: number];

/** Each line is its own block, 0.2 of the page wide and 0.05 high. */
function page(number: number, ...lines: Line[]): PdfPageText {
  const blocks = lines.map(([text, left, top]) => {
    const box: Box = [left, top, 0.2, 0.05];
    return { text, box, lines: [{ text, box }] };
  });
  return { page: number, blocks, characters: 1, pictures: 0 };
}

function places(blocks: Partial<TextBlock>[], pages: PdfPageText[]) {
  const whole = blocks.map((block) => ({ text: '', page: null, box: null, ...block }));
  return alignBlocks(whole, pages).map(({ page: number, box }) => [number, box?.[1] ?? null]);
}

test('a paragraph is placed on the page where it begins, with the box of its lines there', () => {
  const long = 'It was the best of times, it was the worst of times, it was the age of wisdom';
  const pages = [
    page(
      1,
      ['A Tale', 0.1, 0.1],
      ['It was the best of times, it was', 0.1, 0.8],
      ['the worst of times, it was the', 0.1, 0.85],
    ),
    page(2, ['age of wis-', 0.1, 0.1], ['dom', 0.1, 0.15]),
  ];
  const [, paragraph] = alignBlocks(
    [
      { text: 'A Tale', page: null, box: null },
      { text: long, page: null, box: null },
    ],
    pages,
  );
  expect(paragraph).toMatchObject({ page: 1, box: [0.1, 0.8, 0.2, 0.1] });
});

test('words that come again are found after the ones before, not in the table of contents', () => {
  const pages = [
    page(1, ['Contents', 0.1, 0.1], ['Methods', 0.1, 0.2]),
    page(2, ['Opening words of it', 0.1, 0.1], ['Methods', 0.1, 0.5]),
  ];
  expect(
    places([{ text: 'Contents' }, { text: 'Methods' }, { text: 'Opening words of it' }, { text: 'Methods' }], pages),
  ).toEqual([
    [1, 0.1],
    [1, 0.2],
    [2, 0.1],
    [2, 0.5],
  ]);
});

test('Arabic is found although the preview can’t tell the order of lam and alef, and rows begin on the right', () => {
  const pages = [
    page(1, ['نجح الطالب في المدرسة', 0.1, 0.1]),
    page(2, ['الاسم', 0.7, 0.1], ['العمر', 0.7, 0.2], ['سبعة عشر', 0.2, 0.2], ['ليلى', 0.2, 0.1]),
  ];
  expect(places([{ text: 'نجح الطلاب في المدرسة' }, { text: 'الاسم | ليلى' }], pages)).toEqual([
    [1, 0.1],
    [2, 0.1],
  ]);
});

test('the rows of a table that the preview reads by columns are found across it', () => {
  const pages = [page(1, ['name', 0.1, 0.1], ['anna', 0.1, 0.2], ['mark', 0.5, 0.1], ['seventeen', 0.5, 0.2])];
  expect(places([{ text: 'name | mark' }, { text: 'anna | seventeen' }], pages)).toEqual([
    [1, 0.1],
    [1, 0.2],
  ]);
});

test('a slide is its own page, also for notes that are not on it', () => {
  const pages = [page(1, ['Same', 0.1, 0.1]), page(2, ['Same', 0.1, 0.4])];
  expect(
    places(
      [
        { text: 'Same', slide: 2 },
        { text: 'only said', slide: 2 },
        { text: 'gone', slide: 3 },
      ],
      pages,
    ),
  ).toEqual([
    [2, 0.4],
    [2, null],
    [null, null],
  ]);
});

test('text missing from the preview is placed beside its neighbours', () => {
  const pages = [page(1, ['beginning', 0.1, 0.1]), page(2, ['ending here', 0.1, 0.1])];
  expect(
    places([{ text: 'hidden' }, { text: 'beginning' }, { text: 'clipped' }, { text: 'ending here' }], pages),
  ).toEqual([
    [1, null],
    [1, 0.1],
    [1, null],
    [2, 0.1],
  ]);
});

test('a row whose cells take several lines is found by its longest cell', () => {
  const pages = [
    page(
      1,
      ['Some first', 0.1, 0.1],
      ['words in it', 0.1, 0.15],
      ['http://one.example', 0.5, 0.1],
      ['/and/further', 0.5, 0.15],
    ),
  ];
  expect(places([{ text: 'Some first words in it | http://one.example/and/further' }], pages)).toEqual([[1, 0.1]]);
});
