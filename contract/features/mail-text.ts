/** Variables that are replaced with details of each recipient. */
export const mailVariables = [
  'name',
  'account',
  'email',
  'college',
  'department',
  'position',
  'role',
  'sender',
  'platform',
  'link',
  'date',
] as const;
export type MailVariable = (typeof mailVariables)[number];
export type MailValues = Readonly<Record<string, string>>;

const placePattern = /\{\{([^{}]*)\}\}/g;
const known: ReadonlySet<string> = new Set(mailVariables);

/** Names of variables in the text that don't exist. */
export function unknownPlaces(text: string): string[] {
  const names = [...text.matchAll(placePattern)].map(([, name = '']) => name.trim());
  return [...new Set(names.filter((name) => !known.has(name)))];
}

/** `at` is the offset in the text. */
type LinePiece = { at: number; text: string; variable?: MailVariable };

/** Splits a text into plain pieces and known variables, in order. */
export function linePieces(text: string): LinePiece[] {
  const pieces: LinePiece[] = [];
  let from = 0;
  for (const match of text.matchAll(placePattern)) {
    const name = match[1]?.trim() ?? '';
    if (!isVariable(name)) continue;
    if (match.index > from) pieces.push({ at: from, text: text.slice(from, match.index) });
    pieces.push({ at: match.index, text: match[0], variable: name });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push({ at: from, text: text.slice(from) });
  return pieces;
}

const isVariable = (name: string): name is MailVariable => known.has(name);

/** The text with each variable replaced by its display name, for places that only show plain text. */
export function readableText(text: string, names: Readonly<Record<MailVariable, string>>): string {
  return linePieces(text)
    .map((piece) => (piece.variable ? `‹${names[piece.variable]}›` : piece.text))
    .join('');
}

/** One line without control characters, invisible characters or characters that change the text direction. */
export function plainLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Fills variables in a single pass, so a value that looks like a variable isn't expanded. */
export function fillPlaces(text: string, values: MailValues): string {
  return text.replace(placePattern, (place, name: string) => {
    const value = Object.hasOwn(values, name.trim()) ? values[name.trim()] : undefined;
    return value === undefined ? place : plainLine(value);
  });
}

export type MailPiece = { text: string; bold?: true; href?: string };
export type MailBlock = { kind: 'text' | 'heading'; lines: MailPiece[][] } | { kind: 'list'; lines: MailPiece[][] };

/**
 * Parses paragraphs, headings (`# …`), lists (`- …`), `**bold**` and URLs. Values are filled in afterwards as plain
 * text, so nobody's name can become a link or heading.
 */
export function blocksOf(text: string, values: MailValues): MailBlock[] {
  const paragraphs = text.replace(/\r\n?/g, '\n').split(/\n[ \t]*\n+/);
  return paragraphs.flatMap((paragraph) => blocksOfParagraph(paragraph.split('\n'), values));
}

function blocksOfParagraph(lines: string[], values: MailValues): MailBlock[] {
  const blocks: MailBlock[] = [];
  for (const line of lines) {
    if (line.trim() === '') continue;
    const [, sign = '', rest = line] = /^\s*(#|-|\*)\s+(.*)$/.exec(line) ?? [];
    const kind = sign === '#' ? 'heading' : sign ? 'list' : 'text';
    const last = blocks.at(-1);
    const pieces = piecesOf(rest, values);
    if (last?.kind === kind && kind !== 'heading') last.lines.push(pieces);
    else blocks.push({ kind, lines: [pieces] });
  }
  return blocks;
}

const piecePattern = /\*\*([^*\n]+)\*\*|(https?:\/\/[^\s<>"'{}]+[^\s<>"'{}.,;:!?)])|\{\{\s*(link|profile)\s*\}\}/g;

function piecesOf(line: string, values: MailValues): MailPiece[] {
  const pieces: MailPiece[] = [];
  let from = 0;
  const put = (text: string, more: Omit<MailPiece, 'text'> = {}) => {
    if (text) pieces.push({ text: fillPlaces(text, values), ...more });
  };
  for (const match of line.matchAll(piecePattern)) {
    put(line.slice(from, match.index));
    const [whole, bold, url, link] = match;
    if (bold) put(bold, { bold: true });
    else if (url) put(url, { href: url });
    else if (link && /^https?:\/\//.test(values[link] ?? '')) put(whole, { href: values[link] ?? '' });
    else put(whole);
    from = match.index + whole.length;
  }
  put(line.slice(from));
  return pieces;
}

/** The blocks as plain text, without heading and bold markers. */
export function plainText(blocks: readonly MailBlock[]): string {
  const line = (pieces: readonly MailPiece[]) => pieces.map((piece) => piece.text).join('');
  return blocks
    .map((block) =>
      block.lines.map((pieces) => (block.kind === 'list' ? `- ${line(pieces)}` : line(pieces))).join('\n'),
    )
    .join('\n\n');
}

/**
 * Addresses that all mail servers accept. PostgreSQL uses the pattern too, so it must avoid syntax PostgreSQL doesn't
 * support.
 */
export const mailAddressPattern =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?([.][A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$";
export const mailAddressLength = 254;
const addressPattern = new RegExp(mailAddressPattern);

export function isMailAddress(text: string): boolean {
  return text.length <= mailAddressLength && addressPattern.test(text);
}
