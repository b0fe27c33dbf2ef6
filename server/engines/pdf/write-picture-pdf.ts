import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

/** A JPEG that fills a page; sizes are in pixels. */
export type PicturePage = { jpeg: string; width: number; height: number };

/** Width of A4 in points; heights follow from the pictures. */
const pageWidth = 595;

/** Writes a PDF of images only, so it contains no text to copy or search. */
export async function writePicturePdf(file: string, pages: readonly PicturePage[]): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600 });
  const offsets: number[] = [];
  let at = 0;
  const write = (piece: string | Buffer) => {
    at += Buffer.byteLength(piece);
    out.write(piece);
  };
  const object = (number: number, ...pieces: (string | Buffer)[]) => {
    offsets[number] = at;
    for (const piece of [`${number} 0 obj\n`, ...pieces, '\nendobj\n']) write(piece);
  };
  write('%PDF-1.4\n');
  const kids = pages.map((_, index) => `${3 + index * 3} 0 R`).join(' ');
  object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  object(2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`);
  for (const [index, { jpeg, width, height }] of pages.entries()) {
    const number = 3 + index * 3;
    const pageHeight = Math.round((pageWidth * height) / width);
    const drawing = `q ${pageWidth} 0 0 ${pageHeight} 0 0 cm /P Do Q`;
    const picture = await readFile(jpeg);
    object(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${pageHeight}] /Contents ${number + 1} 0 R`,
      ` /Resources << /XObject << /P ${number + 2} 0 R >> >> >>`,
    );
    object(number + 1, `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`);
    object(
      number + 2,
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB`,
      ` /BitsPerComponent 8 /Filter /DCTDecode /Length ${picture.length} >>\nstream\n`,
      picture,
      '\nendstream',
    );
  }
  const table = at;
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${rows.join('')}`);
  write(`trailer\n<< /Size ${offsets.length} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  out.end();
  await finished(out);
}
