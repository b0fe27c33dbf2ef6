import { expect, test } from 'vitest';
import { titleOfFile } from './file-title.ts';

test.each([
  ['lecture_03-intro.pdf', 'Lecture 03 intro'],
  ['Lecture 1 - Cells.pdf', 'Lecture 1 - Cells'],
  ['2024-05-01_field-notes.docx', '2024-05-01 field notes'],
  ['cells%20and%20tissue.mp4', 'Cells and tissue'],
  ['iPhone_photo.jpg', 'iPhone photo'],
  ['细胞_呼吸.pptx', '细胞 呼吸'],
  ['.pdf', '.pdf'],
  ['___.pdf', '___'],
  ['archive.tar.gz', 'Archive.tar'],
])('the file %s is called %s', (fileName, title) => {
  expect(titleOfFile(fileName)).toBe(title);
});

test('a title from a file name is at most 300 characters long', () => {
  expect(titleOfFile(`${'word_'.repeat(100)}.pdf`).length).toBeLessThanOrEqual(300);
});
