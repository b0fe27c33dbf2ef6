const perFont = 256;
/** As a share of its height: what programs that look for the size of a font take for usual. */
export const letterWidth = 0.5;

type Run = { font: number; hex: string };
type Written = { number: number; text: string };

/**
 * Fonts without shapes that know what each of their letters means: a program that reads the text needs no more, and
 * every script there is fits in. Letters are numbered as they come, 256 to a font; each is half as wide as it is high.
 */
export class InvisibleFonts {
  readonly #codes = new Map<string, number>();

  /** A text in pieces of one font each. */
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

  /** The dictionary of all fonts under one number, and what it names from another on. */
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

/** At most a hundred in a block, as the format has it. */
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
