import { type TableLimits, type TableLine, TableProblem } from './table.ts';

const delimiters = [',', ';', '\t', '|'];

/** The delimiter that splits the first record into the most cells, ignoring quoted text. */
export function findDelimiter(text: string): string {
  const counts = new Map(delimiters.map((delimiter) => [delimiter, 0]));
  let quoted = false;
  for (const character of text.slice(0, 64 * 1024)) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) {
      if ([...counts.values()].some((count) => count > 0)) break;
    } else if (!quoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const [best] = [...counts].sort((one, other) => other[1] - one[1]);
  return best?.[0] ?? ',';
}

/**
 * RFC 4180, as tolerant as office programs: any line ending, literal quotes inside a cell, and an unclosed quote takes
 * the rest. Empty rows are skipped but counted in line numbers.
 */
export function* parseCsv(text: string, delimiter: string, limits: TableLimits): Generator<TableLine> {
  let position = 0;
  let line = 1;
  while (position < text.length) {
    const record = readRecord(text, position, delimiter, limits);
    if (record.cells.some((cell) => cell !== '')) yield { line, cells: record.cells };
    line += record.lines;
    position = record.end;
  }
}

type ParsedRecord = { cells: string[]; end: number; lines: number };

function readRecord(text: string, start: number, delimiter: string, limits: TableLimits): ParsedRecord {
  const cells: string[] = [];
  let position = start;
  let lines = 1;
  for (;;) {
    const isQuoted = text[position] === '"';
    const cell = isQuoted ? readQuoted(text, position) : readBare(text, position, delimiter);
    if (cell.value.length > limits.cellCharacters) throw new TableProblem('damaged');
    // Text between a closing quote and the next delimiter belongs to the cell: `"a"b` is ab.
    const rest = isQuoted ? readBare(text, cell.end, delimiter) : { value: '', end: cell.end };
    if (isQuoted) lines += countLineEnds(cell.value);
    cells.push((cell.value + rest.value).trim());
    if (cells.length > limits.columns) throw new TableProblem('tooWide');
    position = rest.end;
    if (text[position] !== delimiter) break;
    position += 1;
  }
  if (text[position] === '\r') position += 1;
  if (text[position] === '\n') position += 1;
  return { cells, end: position, lines };
}

function readQuoted(text: string, start: number): { value: string; end: number } {
  let value = '';
  let position = start + 1;
  for (;;) {
    const quote = text.indexOf('"', position);
    if (quote < 0) return { value: value + text.slice(position), end: text.length };
    value += text.slice(position, quote);
    if (text[quote + 1] !== '"') return { value, end: quote + 1 };
    value += '"';
    position = quote + 2;
  }
}

function readBare(text: string, start: number, delimiter: string): { value: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { value: text.slice(start, end), end };
}

function countLineEnds(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}
