/** What stands for something of the person who gets a mail. */
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

/** Places of a text that nothing fills, as they are written there. */
export function unknownPlaces(text: string): string[] {
  const names = [...text.matchAll(placePattern)].map(([, name = '']) => name.trim());
  return [...new Set(names.filter((name) => !known.has(name)))];
}

/** `at` is where it begins. */
type LinePiece = { at: number; text: string; variable?: MailVariable };

/** A text and the places in it that something fills, in their order. */
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

/** The same for where only text can stand: each place by what it is called. */
export function readableText(text: string, names: Readonly<Record<MailVariable, string>>): string {
  return linePieces(text)
    .map((piece) => (piece.variable ? `‹${names[piece.variable]}›` : piece.text))
    .join('');
}

/** One line without control characters, nor those that turn the direction of writing around. */
export function plainLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
}

/** Fills places once: a value that looks like a place stays what it is. */
export function fillPlaces(text: string, values: MailValues): string {
  return text.replace(placePattern, (place, name: string) => {
    const value = Object.hasOwn(values, name.trim()) ? values[name.trim()] : undefined;
    return value === undefined ? place : plainLine(value);
  });
}

export type MailPiece = { text: string; bold?: true; href?: string };
export type MailBlock = { kind: 'text' | 'heading'; lines: MailPiece[][] } | { kind: 'list'; lines: MailPiece[][] };

/**
 * A text as paragraphs, headings (`# …`) and lists (`- …`), with `**bold**` and addresses. The shape is the writer's
 * alone: values are put in afterwards, as plain text, so that nobody's name can become a link or a heading.
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

/** The same as plain text, without the signs. */
export function plainText(blocks: readonly MailBlock[]): string {
  const line = (pieces: readonly MailPiece[]) => pieces.map((piece) => piece.text).join('');
  return blocks
    .map((block) =>
      block.lines.map((pieces) => (block.kind === 'list' ? `- ${line(pieces)}` : line(pieces))).join('\n'),
    )
    .join('\n\n');
}

/** An address as mail servers take it everywhere; also read by the database, so nothing that it does not know. */
export const mailAddressPattern =
  "^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?([.][A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$";
export const mailAddressLength = 254;
const addressPattern = new RegExp(mailAddressPattern);

export function isMailAddress(text: string): boolean {
  return text.length <= mailAddressLength && addressPattern.test(text);
}
