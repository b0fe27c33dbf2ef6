import { setImmediate as breathe } from 'node:timers/promises';

type Box = readonly [number, number, number, number];
/** Boxes are fractions of the upright page. */
export type PlacedText = { text: string; box: Box };
export type SearchablePage = {
  /** Only the ratio of width to height matters. */
  width: number;
  height: number;
  /** Without a picture the page is white. `turn` is the clockwise rotation that makes it upright. */
  picture?: { jpeg: Buffer; width: number; height: number; turn: number } | undefined;
  texts: readonly PlacedText[];
};

/** Width of A4 in points; heights follow from the pages. */
const pageWidth = 595;
const fontsNumber = 3;
const textsAtOnce = 500;

/** Writes a PDF of page images with an invisible text layer that can be searched, selected and copied. */
export async function* writeSearchablePdf(pages: AsyncIterable<SearchablePage>): AsyncGenerator<Buffer> {
  const fonts = new InvisibleFonts();
  const offsets = new Map<number, number>();
  const kids: number[] = [];
  let [at, next] = [0, fontsNumber + 1];
  const sent = (piece: Buffer): Buffer => {
    at += piece.length;
    return piece;
  };
  const object = (number: number, ...pieces: (string | Buffer)[]): Buffer => {
    offsets.set(number, at);
    const whole = [`${number} 0 obj\n`, ...pieces, '\nendobj\n'];
    return sent(
      Buffer.concat(whole.map((piece) => (typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece))),
    );
  };
  yield sent(Buffer.from('%PDF-1.5\n'));
  for await (const page of pages) {
    const [number, content, picture] = [next, next + 1, next + 2];
    next += 3;
    kids.push(number);
    const height = Math.max(1, Math.round((pageWidth * page.height) / page.width));
    const drawing = [...drawPicture(page, height), ...(await drawTexts(page, height, fonts))].join('\n');
    const shown = page.picture ? ` /XObject << /P ${picture} 0 R >>` : '';
    yield object(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pageWidth} ${height}] /Contents ${content} 0 R`,
      ` /Resources << /Font ${fontsNumber} 0 R${shown} >> >>`,
    );
    yield object(content, stream(drawing));
    if (page.picture) yield object(picture, ...pictureObject(page.picture));
    else next -= 1;
  }
  for (const written of fonts.objects(fontsNumber, next)) {
    next = Math.max(next, written.number + 1);
    yield object(written.number, written.text);
  }
  const children = kids.map((kid) => `${kid} 0 R`).join(' ');
  yield object(2, `<< /Type /Pages /Kids [${children}] /Count ${kids.length} >>`);
  yield object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  const table = at;
  const row = (number: number) => `${String(offsets.get(number) ?? 0).padStart(10, '0')} 00000 n \n`;
  const rows = Array.from({ length: next - 1 }, (_, index) => row(index + 1)).join('');
  yield sent(Buffer.from(`xref\n0 ${next}\n0000000000 65535 f \n${rows}`));
  yield sent(Buffer.from(`trailer\n<< /Size ${next} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`));
}

function stream(text: string): string {
  return `<< /Length ${Buffer.byteLength(text, 'latin1')} >>\nstream\n${text}\nendstream`;
}

function pictureObject({ jpeg, width, height }: NonNullable<SearchablePage['picture']>): (string | Buffer)[] {
  return [
    `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB`,
    ` /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n`,
    jpeg,
    '\nendstream',
  ];
}

function drawPicture({ picture }: SearchablePage, height: number): string[] {
  if (!picture) return [];
  const placed: Record<number, string> = {
    90: `0 -${height} ${pageWidth} 0 0 ${height}`,
    180: `-${pageWidth} 0 0 -${height} ${pageWidth} ${height}`,
    270: `0 ${height} -${pageWidth} 0 ${pageWidth} 0`,
  };
  return [`q ${placed[picture.turn] ?? `${pageWidth} 0 0 ${height} 0 0`} cm /P Do Q`];
}

/** Yields to other work between batches, however much text a page has. */
async function drawTexts({ texts }: SearchablePage, pageHeight: number, fonts: InvisibleFonts): Promise<string[]> {
  const drawn: string[] = [];
  for (let at = 0; at < texts.length; at += textsAtOnce) {
    if (at > 0) await breathe();
    drawn.push(...drawSome(texts.slice(at, at + textsAtOnce), pageHeight, fonts));
  }
  return drawn.length > 0 ? ['BT 3 Tr', ...drawn, 'ET'] : [];
}

/** Each text is stretched to the width of its box, whatever its letters. */
function drawSome(texts: readonly PlacedText[], pageHeight: number, fonts: InvisibleFonts): string[] {
  return texts.flatMap(({ text, box }) => {
    const characters = [...text];
    const letters = characters.filter((character) => character.trim() !== '').length;
    const [left, top, width, height] = box;
    const size = Math.max(1, height * pageHeight);
    if (letters === 0) return [];
    const scale = Math.max(1, (100 * width * pageWidth) / ([...text.trimEnd()].length * size * letterWidth));
    const base = pageHeight - (top + height) * pageHeight + size * 0.2;
    const place = `1 0 0 1 ${fixed(left * pageWidth)} ${fixed(base)} Tm`;
    const shown = fonts.runs(characters).map(({ font, hex }) => `/F${font} ${fixed(size)} Tf <${hex}> Tj`);
    return [`${fixed(scale)} Tz ${place} ${shown.join(' ')}`];
  });
}

function fixed(value: number): string {
  return Number(value.toFixed(3)).toString();
}

const perFont = 256;
/** Letter width relative to height; a value that programs estimating font size consider normal. */
const letterWidth = 0.5;

type Run = { font: number; hex: string };
type Written = { number: number; text: string };

/**
 * Fonts without glyphs that only map codes to Unicode, which is enough for readers and covers every script. Codes are
 * assigned in order of appearance, 256 per font.
 */
class InvisibleFonts {
  readonly #codes = new Map<string, number>();

  /** Splits a text into runs of one font each. */
  runs(characters: readonly string[]): Run[] {
    const runs: Run[] = [];
    for (const character of characters) {
      const known = this.#codes.get(character) ?? this.#codes.size;
      this.#codes.set(character, known);
      const [font, hex] = [Math.floor(known / perFont), (known % perFont).toString(16).padStart(2, '0')];
      const last = runs.at(-1);
      if (last?.font === font) last.hex += hex;
      else runs.push({ font, hex });
    }
    return runs;
  }

  /** The PDF objects: the font dictionary under `dictionary`, and the fonts it refers to, numbered from `from`. */
  objects(dictionary: number, from: number): Written[] {
    const characters = [...this.#codes.keys()];
    const count = Math.max(1, Math.ceil(characters.length / perFont));
    const shape = from;
    const fontNumber = (font: number) => from + 1 + font * 2;
    const names = Array.from({ length: count }, (_, font) => `/F${font} ${fontNumber(font)} 0 R`);
    const written: Written[] = [
      { number: dictionary, text: `<< ${names.join(' ')} >>` },
      { number: shape, text: streamOf(`${letterWidth * 1000} 0 d0`) },
    ];
    for (let font = 0; font < count; font += 1) {
      const own = characters.slice(font * perFont, (font + 1) * perFont);
      const number = fontNumber(font);
      written.push({ number, text: fontOf(shape, number + 1) }, { number: number + 1, text: streamOf(meanings(own)) });
    }
    return written;
  }
}

function fontOf(shape: number, meaning: number): string {
  const every = (value: string) => new Array<string>(perFont).fill(value).join(' ');
  return [
    '<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0]',
    `/CharProcs << /g ${shape} 0 R >> /Encoding << /Type /Encoding /Differences [0 ${every('/g')}] >>`,
    `/FirstChar 0 /LastChar ${perFont - 1} /Widths [${every(String(letterWidth * 1000))}] /Resources << >> /ToUnicode ${meaning} 0 R >>`,
  ].join('\n');
}

function streamOf(text: string): string {
  return `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
}

/** The format allows at most 100 entries per block. */
function meanings(characters: readonly string[]): string {
  const entries = characters.map((character, code) => `<${hexOf(code, 2)}> <${utf16(character)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < entries.length; at += 100) {
    const some = entries.slice(at, at + 100);
    blocks.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    '1 begincodespacerange <00> <FF> endcodespacerange',
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

function utf16(character: string): string {
  return character
    .split('')
    .map((unit) => hexOf(unit.charCodeAt(0), 4))
    .join('');
}

function hexOf(value: number, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, '0');
}
