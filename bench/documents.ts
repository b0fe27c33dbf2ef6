import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openCanary } from './canary.ts';
import { type Checked, detailTable, formatTable, verdictOf } from './document-report.ts';
import { ScratchProduct } from './scratch-product.ts';
import { compareTexts } from './text-similarity.ts';

/**
 * Uploads every document listed in the folder's `manifest.json` and processes it: each must end with a preview and
 * text, or with a cause. Where the expected text is known, it is compared. A canary listens: it must receive no
 * requests, and its marker must not appear in any text.
 */
type Listed = { id: string; file: string; set: string; ext: string; gt_file?: string; expect?: string[] };

const { positionals, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const [corpus] = positionals;
if (!corpus) {
  console.error('Pass the folder of the files: npm run check:documents -- DIR [--write]');
  process.exit(64);
}
const listed = JSON.parse(readFileSync(path.join(corpus, 'manifest.json'), 'utf8')) as Listed[];
/** In ms; a document that takes longer counts as hung. */
const limitMs = 900_000;

const canary = await openCanary();
const product = await ScratchProduct.start('documents');
const checked: Checked[] = [];
const waiting = [...listed];
const checkAll = async () => {
  for (let one = waiting.shift(); one; one = waiting.shift()) {
    const result = await check(one);
    checked.push(result);
    console.log(`${String(Math.round(result.ms / 100) / 10).padStart(6)} s  ${one.id}  ${verdictOf(result)}`);
  }
};
await Promise.all([checkAll(), checkAll()]);
await product.close();
await canary.close();
const fetched = canary.calls();

const order = new Map(listed.map((one, index) => [one.id, index]));
checked.sort((left, right) => (order.get(left.id) ?? 0) - (order.get(right.id) ?? 0));
const byFormat = formatTable(checked);
console.log(`\n${byFormat}\n`);
if (values.write) await writeFile('docs/documents.md', page());
const leaks = checked.filter((one) => one.leaked).length;
const broken = checked.filter((one) => one.broken || (one.set === 'regular' && one.cause !== undefined));
console.log(
  `documents ${checked.length}, without preview, text or cause ${broken.length}, fetched ${fetched}, leaks ${leaks}`,
);
for (const one of broken) console.log(`  ${one.id}: ${one.cause?.message ?? verdictOf(one)}`);
process.exitCode = broken.length + fetched + leaks > 0 ? 1 : 0;

async function check(one: Listed): Promise<Checked> {
  const startedAt = performance.now();
  const { id } = await product.send(path.basename(one.file), readFileSync(path.resolve(corpus ?? '', one.file)));
  const settled = await Promise.race([product.settled(id), late(one.id)]);
  const done = (rest: Partial<Checked>): Checked => ({
    id: one.id,
    set: one.set,
    format: one.ext,
    ms: performance.now() - startedAt,
    broken: false,
    leaked: false,
    ...rest,
  });
  if (settled.state !== 'taken') return done({ cause: { code: settled.why, message: 'Refused at upload.' } });
  const { steps, resourceId, versionId } = settled;
  const failed = steps.find(({ state }) => state === 'failed');
  const cause = failed && { code: failed.code ?? 'other', message: failed.cause ?? '' };
  const [document, ocr] = [await product.textOf(resourceId, 'document'), await product.textOf(resourceId, 'ocr')];
  const drawn = await product.db
    .selectFrom('renditions')
    .select('page')
    .where('version_id', '=', versionId)
    .where('kind', '=', 'page')
    .execute();
  const resource = await product.db
    .selectFrom('resources')
    .select('page_count')
    .where('id', '=', resourceId)
    .executeTakeFirst();
  const lines = [...document, ...ocr].flatMap((part) => part.lines);
  const text = lines.map((line) => line.text).join('\n');
  const flat = text.replace(/\s+/g, ' ');
  // Use OCR text only if the document has no text layer; otherwise the words would count twice.
  const compared = (document.length > 0 ? document : ocr).flatMap((part) => part.lines.map((line) => line.text));
  return done({
    ...(drawn.length > 0 && { pages: resource?.page_count ?? 0, drawn: drawn.length }),
    characters: text.length,
    pagesByOcr: ocr.length,
    placed: lines.length === 0 ? undefined : lines.filter((line) => line.box).length / lines.length,
    missingPhrases: cause ? [] : (one.expect ?? []).filter((phrase) => !flat.includes(phrase)),
    leaked: text.includes(canary.marker),
    ...(one.gt_file && {
      similarity: compareTexts(compared.join('\n'), readFileSync(path.join(corpus ?? '', one.gt_file), 'utf8')),
    }),
    ...(cause && { cause }),
    // Every failure needs a cause that people can act on.
    broken: cause?.code === 'other' || (!cause && (drawn.length === 0 || text.length === 0)),
  });
}

function late(id: string): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error(`${id} hangs`)), limitMs).unref());
}

function page(): string {
  return [
    '# Previews and text of documents',
    '',
    `Measured by \`npm run check:documents -- DIR --write\` on ${checked.length} documents of public test collections, ` +
      `${checked.filter((one) => one.set !== 'regular').length} of them broken, protected or malicious.`,
    'Each gets a preview and text, or a cause. *Words found* is the share of known words that were read, *words right* the share of read words',
    'that are known (mean of files with known text; it repeats merged cells and leaves out notes, which lowers both). *Placed* is the share of',
    'blocks with a box on their page.',
    '',
    byFormat,
    '',
    `Network requests: ${fetched}. Pages read by OCR: ` +
      `${checked.reduce((sum, one) => sum + (one.pagesByOcr ?? 0), 0)}.`,
    '',
    '## Every document',
    '',
    detailTable(checked),
    '',
  ].join('\n');
}
