import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Written } from './reading-file.ts';

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';

const fixedParts = {
  '[Content_Types].xml': `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="word/document.xml"/></Relationships>`,
};

/** Writes a transcript as a Word document: one paragraph per segment, with time and speaker. */
export async function* writeDocx(given: Written): AsyncGenerator<Buffer> {
  const zip = new ZipFile();
  for (const [name, text] of Object.entries(fixedParts)) zip.addBuffer(Buffer.from(text), name);
  zip.addReadStream(Readable.from(documentOf(given)), 'word/document.xml');
  zip.end();
  for await (const chunk of zip.outputStream) yield Buffer.from(chunk);
}

async function* documentOf({ title, parts }: Written): AsyncGenerator<Buffer> {
  yield Buffer.from(`${head}<w:document xmlns:w="${word}"><w:body>${heading(title)}`);
  for await (const part of parts) {
    const paragraphs = part.lines.map(({ text, startMs, speaker }) => {
      const runs = [
        ...(startMs === undefined ? [] : [run(`${clock(startMs)} `, '<w:color w:val="808080"/>')]),
        ...(speaker ? [run(`${speaker}: `, '<w:b/>')] : []),
        run(text),
      ];
      return `<w:p>${runs.join('')}</w:p>`;
    });
    yield Buffer.from(paragraphs.join(''));
  }
  yield Buffer.from('<w:sectPr/></w:body></w:document>');
}

function heading(title: string): string {
  return `<w:p>${run(title, '<w:b/><w:sz w:val="36"/>')}</w:p>`;
}

function run(text: string, properties = ''): string {
  const style = properties && `<w:rPr>${properties}</w:rPr>`;
  return `<w:r>${style}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`;
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** XML 1.0 does not allow most control characters, even escaped. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>]/g, (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? character);
}
