/**
 * How a formula begins, behind spaces and invisible characters too. Chinese and Japanese input methods write the full-width
 * signs, which spreadsheets of those languages read as = + - @.
 */
const formula = String.raw`[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]`;
const needsQuote = new RegExp(String.raw`^'*(?:[\t\r]|${formula})`, 'u');
const quoted = new RegExp(String.raw`^'(?='*(?:[\t\r]|${formula}))`, 'u');

/** One cell of RFC 4180. What a spreadsheet would take for a formula gets a leading quote. */
export function csvCell(text: string): string {
  const safe = needsQuote.test(text) ? `'${text}` : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The text as it was before `csvCell` marked it. */
export function withoutFormulaQuote(text: string): string {
  return text.replace(quoted, '');
}
