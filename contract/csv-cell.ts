/**
 * How a formula starts, even behind spaces and invisible characters. Chinese and Japanese input methods produce
 * full-width signs, which spreadsheets in those languages read as = + - @.
 */
const formula = String.raw`[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]`;
const needsQuote = new RegExp(String.raw`^'*(?:[\t\r]|${formula})`, 'u');
const quoted = new RegExp(String.raw`^'(?='*(?:[\t\r]|${formula}))`, 'u');

/** Formats one cell per RFC 4180. Text a spreadsheet would run as a formula gets a leading quote. */
export function csvCell(text: string): string {
  const safe = needsQuote.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Removes the leading quote that `csvCell` adds to formulas. */
export function withoutFormulaQuote(text: string): string {
  return text.replace(quoted, '');
}
