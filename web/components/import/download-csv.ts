import { csvCell } from '@lectern/contract/csv-cell.ts';

/** A table as a file, made in the browser. */
export function downloadCsv(fileName: string, rows: readonly (readonly string[])[]): void {
  // The mark lets office programs see that it is UTF-8.
  const text = `\ufeff${rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
