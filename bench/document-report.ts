import type { Similarity } from './text-similarity.ts';

export type Checked = {
  id: string;
  set: string;
  format: string;
  ms: number;
  /** No usable result and no cause that people can act on. */
  broken: boolean;
  leaked: boolean;
  pages?: number;
  drawn?: number;
  characters?: number;
  pagesByOcr?: number;
  placed?: number | undefined;
  missingPhrases?: string[];
  similarity?: Similarity;
  cause?: { code: string; message: string };
};

export function verdictOf(one: Checked): string {
  if (one.cause && one.pages === undefined) return `${one.cause.code}: ${one.cause.message}`;
  const ocr = one.pagesByOcr ? `, ${one.pagesByOcr} ${one.pagesByOcr === 1 ? 'page' : 'pages'} by OCR` : '';
  const missing = one.missingPhrases?.length ? `, missing “${one.missingPhrases.join('”, “')}”` : '';
  const cause = one.cause ? `, ${one.cause.code}` : '';
  return `${one.drawn} of ${one.pages} pages drawn, ${one.characters} characters${ocr}${missing}${cause}`;
}

/** Markdown table whose source is also readable. */
export function formatTable(checked: readonly Checked[]): string {
  const formats = [...new Set(checked.map((one) => one.format))].sort();
  const rows = formats.map((format) =>
    row(
      format,
      checked.filter((one) => one.format === format),
    ),
  );
  return markdown([
    [
      'format',
      'files',
      'preview',
      'text',
      'by OCR',
      'causes',
      'words found',
      'words right',
      'phrases',
      'placed',
      'seconds each',
    ],
    ...rows,
    row('all', checked),
  ]);
}

function row(name: string, some: readonly Checked[]): string[] {
  const causes = new Map<string, number>();
  for (const { cause } of some) if (cause) causes.set(cause.code, (causes.get(cause.code) ?? 0) + 1);
  const wrong = some.reduce((sum, one) => sum + (one.missingPhrases?.length ?? 0), 0);
  return [
    name,
    String(some.length),
    String(some.filter((one) => (one.drawn ?? 0) > 0).length),
    String(some.filter((one) => (one.characters ?? 0) > 0).length),
    String(some.filter((one) => (one.pagesByOcr ?? 0) > 0).length),
    [...causes].map(([code, count]) => `${count} ${code}`).join(', ') || '–',
    percent(some.map((one) => one.similarity?.found)),
    percent(some.map((one) => one.similarity?.right)),
    wrong === 0 ? 'all' : `${wrong} missing`,
    percent(some.map((one) => one.placed)),
    (some.reduce((sum, one) => sum + one.ms, 0) / some.length / 1000).toFixed(1),
  ];
}

export function detailTable(checked: readonly Checked[]): string {
  return markdown([
    ['document', 'result', 'words found', 'words right'],
    ...checked.map((one) => [
      one.id,
      verdictOf(one).replaceAll('|', '/'),
      percent([one.similarity?.found]),
      percent([one.similarity?.right]),
    ]),
  ]);
}

function percent(values: readonly (number | undefined)[]): string {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return '–';
  return `${((known.reduce((sum, value) => sum + value, 0) / known.length) * 100).toFixed(1)} %`;
}

function markdown([head = [], ...rows]: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
