import { utils, write } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { makeDocx, makePackage, makePptx, paragraph, shape } from './fixtures/make-package.ts';
import { readHtml } from './html-drafts.ts';
import type { Reading } from './port.ts';
import { readDocx } from './read-docx.ts';
import { readEpub } from './read-epub.ts';
import { readMarkdown } from './read-markdown.ts';
import { readOpenDocument } from './read-open-document.ts';
import { readCsv, readSubtitles, readText } from './read-plain.ts';
import { readPptx } from './read-pptx.ts';
import { readWorkbookText } from './read-workbook-text.ts';

function told(reading: Reading): string[] {
  return [...reading.drafts].map(({ text, heading, slide, sheet }) =>
    [heading && `h${heading}`, slide && `slide ${slide}`, sheet, text].filter(Boolean).join(': '),
  );
}

describe('the text of', () => {
  test('Word: headings, rows, text in order; nothing it links to', async () => {
    const cell = (text: string) => `<w:tc>${paragraph(text)}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell('name')}${cell('分数')}</w:tr></w:tbl>`;
    const body = paragraph('Chapter', '<w:pStyle w:val="Heading1"/>') + table + paragraph('the end &amp; more');
    expect(told(await readDocx(await makeDocx(body)))).toEqual(['h1: Chapter', 'name | 分数', 'the end & more']);
  });

  test('PowerPoint: slide by slide, title, shapes, tables, notes; no slide numbers', async () => {
    const table =
      '<a:tbl><a:tr><a:tc><a:p><a:t>x</a:t></a:p></a:tc><a:tc><a:p><a:t>y</a:t></a:p></a:tc></a:tr></a:tbl>';
    const file = await makePptx([
      { shapes: shape('First', 'title') + shape('words') + shape('1', 'sldNum'), notes: 'say hello' },
      { shapes: `<p:graphicFrame>${table}</p:graphicFrame>${shape('第二页')}` },
    ]);
    expect(told(await readPptx(file))).toEqual([
      'h1: slide 1: First',
      'slide 1: words',
      'slide 1: say hello',
      'slide 2: x | y',
      'slide 2: 第二页',
    ]);
  });

  test('OpenDocument: headings, spaces, rows, footnotes after their paragraph; no comments', async () => {
    const note =
      '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>small print</text:p></text:note-body></text:note>';
    const comment = '<office:annotation><text:p>do not show</text:p></office:annotation>';
    const row =
      '<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>';
    const content = `<office:text><text:h text:outline-level="2">Part</text:h><text:p>one<text:s/>two${comment}${note}</text:p>${row}</office:text>`;
    const file = await makePackage({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content });
    expect(told(await readOpenDocument(file))).toEqual(['h2: Part', 'one two', 'small print', 'a | b']);
  });

  test('a book: its chapters in the order of the spine', async () => {
    const file = await makePackage({
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="O/b.opf"/></rootfiles></container>',
      'O/b.opf':
        '<package><metadata><dc:title>A Book</dc:title></metadata><manifest><item id="b" href="two.xhtml"/><item id="a" href="t/one%20a.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
      'O/t/one a.xhtml': '<html><head><title>no</title></head><body><h1>One</h1><p>begins</p></body></html>',
      'O/two.xhtml': '<html><body><p>ends</p></body></html>',
    });
    const reading = await readEpub(file);
    expect(reading.title).toBe('A Book');
    expect(told(reading)).toEqual(['h1: One', 'begins', 'ends']);
  });

  test('a web page: its visible part, without scripts, styles and hidden elements', () => {
    const source =
      '<title>T</title><style>p{}</style><script>if (a < b) "<p>no</p>"</script><h2>Head</h2><p>a<br>b &mdash; c<div hidden>no<div>no</div></div><p style="display: none">no</p><table><tr><th>k<td><p>v</p></table><ul><li>item</ul>';
    expect(told(readHtml(Buffer.from(source)))).toEqual(['h2: Head', 'a b — c', 'k | v', 'item']);
  });

  test('Markdown: its words without its signs', () => {
    const source =
      '# Big *one*\n\nsee [here](http://127.0.0.1:9/) and `code`\nmore\n\n- [x] done\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nUnder\n-----\n```\nx = 1\n```\n';
    expect(told(readMarkdown(Buffer.from(source)))).toEqual([
      'h1: Big one',
      'see here and code more',
      'done',
      'a | b',
      '1 | 2',
      'h2: Under',
      'x = 1',
    ]);
  });

  test('plain text and tables of it, in the encodings of the house and of its neighbours', () => {
    const shiftJis = Buffer.from('93fa967b8cea82cc83658358836781420a', 'hex');
    expect(told(readText(shiftJis))).toEqual(['日本語のテスト。']);
    const big5 = Buffer.from('c163c5e9a4a4a4e5aabab4fab8d5', 'hex');
    expect(told(readText(big5))).toEqual(['繁體中文的測試']);
    const gbk = Buffer.from('d6d0cec42cb2e2cad4', 'hex');
    expect(told(readCsv(gbk))).toEqual(['中文 | 测试']);
    expect(told(readText(Buffer.from('one\r\ntwo\r\n\r\nthree')))).toEqual(['one two', 'three']);
  });

  test.each([
    ['little-endian with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['big-endian with a mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['little-endian', (text: string) => Buffer.from(text, 'utf16le')],
    ['big-endian', (text: string) => Buffer.from(text, 'utf16le').swap16()],
  ])('every kind of text file in UTF-16, %s', (_, encode) => {
    expect(told(readText(encode('第一课\r\n\r\n光合作用\r\n')))).toEqual(['第一课', '光合作用']);
    expect(told(readCsv(encode('name\t分数\r\n李一\t90\r\n')))).toEqual(['name | 分数', '李一 | 90']);
    expect(told(readMarkdown(encode('# 第一课\n\n*light*\n')))).toEqual(['h1: 第一课', 'light']);
    expect(told(readHtml(encode('<meta charset="utf-16"><h1>第一课</h1><p>light</p>')))).toEqual([
      'h1: 第一课',
      'light',
    ]);
    expect(told(readSubtitles(encode('1\r\n00:00:01,000 --> 00:00:02,000\r\n第一课\r\n')))).toEqual(['第一课']);
  });

  test('subtitles: the words, without numbers, times, notes and tags', () => {
    const srt =
      '1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>Leaves</i> are\r\ngreen.\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n叶子\r\n';
    expect(told(readSubtitles(Buffer.from(srt)))).toEqual(['Leaves are green.', '叶子']);
    const vtt =
      '\ufeffWEBVTT\n\nNOTE not this\n\nSTYLE\n::cue { color: red }\n\nintro\n00:01.000 --> 00:02.000 line:0\n<v Ann>Hello</v>\n';
    expect(told(readSubtitles(Buffer.from(vtt)))).toEqual(['Hello']);
    const noise = Buffer.concat([
      Buffer.from('1\n00:00:00,000 --> 00:00:01,000\n'),
      Buffer.from([0xff, 0xfe, 0xfa, 0x80]),
    ]);
    expect(() => readSubtitles(noise)).toThrow('text encoding');
  });

  test('subtitles: a cue that is far too long is refused with its line', () => {
    const fine = `1\n00:00:01,000 --> 00:00:02,000\n${'a'.repeat(2000)}\n\n`;
    expect([...readSubtitles(Buffer.from(fine)).drafts]).toHaveLength(1);
    const long = `${fine}2\n00:00:03,000 --> 00:00:04,000\nfirst\n${'word '.repeat(500)}\n`;
    expect(() => readSubtitles(Buffer.from(long))).toThrow('Line 7: the cue is longer than 2000 characters.');
  });

  test('subtitles with times that can’t be are refused, with the line', () => {
    const file = (times: string) => Buffer.from(`1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n${times}\nTwo\n`);
    for (const times of [
      '00:99:00,000 --> 00:99:01,000',
      '-00:00:01,000 --> 00:00:02,000',
      '999:00:00,000 --> 999:00:01,000',
    ]) {
      expect(() => readSubtitles(file(times))).toThrow('Line 6 has a time that doesn’t exist');
    }
    expect(() => readSubtitles(file('00:00:05,000 --> 00:00:04,000'))).toThrow('Line 6 ends before it starts');
  });

  test('workbooks, new and old: every sheet, cells as people see them', () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([['a', 1.5], [], ['中', true]]), 'S1');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['x']]), 'S2');
    const expected = ['h2: S1: S1', 'S1: a | 1.5', 'S1: 中 | TRUE', 'h2: S2: S2', 'S2: x'];
    for (const bookType of ['xlsx', 'biff8', 'ods'] as const) {
      expect(told(readWorkbookText(write(book, { type: 'buffer', bookType })))).toEqual(expected);
    }
  });
});
