/** The first rows of a CSV text, quotes and line ends within quotes included. The separator is the one it uses most. */
export function parseCsv(text: string, mostRows: number): string[][] {
  const separator = separatorOf(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length && rows.length < mostRows; at += 1) {
    const character = text[at] ?? '';
    if (quoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else quoted = false;
    } else if (character === '"' && cell === '') quoted = true;
    else if (character === separator) endCell();
    else if (character === '\n') endRow();
    else if (character !== '\r') cell += character;
  }
  if (rows.length < mostRows && (cell !== '' || row.length > 0)) endRow();
  return rows;
}

function separatorOf(text: string): string {
  const start = text.slice(0, text.indexOf('\n') >= 0 ? text.indexOf('\n') : 2_000);
  const count = (sign: string) => start.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',');
}
