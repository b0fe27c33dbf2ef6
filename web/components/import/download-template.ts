/** An empty table with the right headings, made in the browser. */
export function downloadTemplate(fileName: string, headings: readonly string[]): void {
  // The mark lets office programs see that it is UTF-8.
  const text = `\ufeff${headings.join(',')}\r\n`;
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
