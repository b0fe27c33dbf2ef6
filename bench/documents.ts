import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readDocument } from '../server/engines/document-text/read-document.ts';
import { EngineMissing } from '../server/engines/engine-missing.ts';
import { detectKind } from '../server/engines/file-kind/detect-kind.ts';
import { withFilePart } from '../server/engines/file-kind/with-file-part.ts';
import { InspectionFailure } from '../server/engines/inspection-failure.ts';
import { drawPages } from '../server/engines/pdf/draw-pages.ts';
import { needsOcr } from '../server/engines/pdf/needs-ocr.ts';
import { usualPictures } from '../server/engines/pdf/port.ts';
import { runSandboxed } from '../server/engines/sandbox/run-sandboxed.ts';
import { type Checked, detailTable, formatTable, verdictOf } from './document-report.ts';
import { compareTexts } from './text-similarity.ts';

/**
 * Takes every document of a folder as its `manifest.json` lists them through the engines: each must come out with a
 * preview and text, or with a cause. Where the folder knows the text, it is compared. A canary listens: nothing may be
 * fetched, and its marker may stand in no text.
 */
type Listed = { id: string; file: string; set: string; ext: string; gt_file?: string; expect?: string[] };

const { positionals, values } = parseArgs({ allowPositionals: true, options: { write: { type: 'boolean' } } });
const [corpus] = positionals;
if (!corpus) {
  console.error('Say where the files are: npm run check:documents -- DIR [--write]');
  process.exit(64);
}
const listed = JSON.parse(readFileSync(path.join(corpus, 'manifest.json'), 'utf8')) as Listed[];
/** Nothing takes that long; a document that does hangs. */
const limitMs = 400_000;

let fetched = 0;
const marker = `marker${randomUUID().replaceAll('-', '')}`;
const canaries = await Promise.all([18_099, 8_099].map(listen));
await mkdir('/tmp/relsec-canary', { recursive: true });
await writeFile('/tmp/relsec-canary/secret.txt', marker);

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
for (const canary of canaries) canary.close();
await rm('/tmp/relsec-canary', { recursive: true, force: true });

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
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lectern-documents-'));
  const file = path.resolve(corpus ?? '', one.file);
  const startedAt = performance.now();
  const done = (rest: Partial<Checked>): Checked => ({
    id: one.id,
    set: one.set,
    format: one.ext,
    ms: performance.now() - startedAt,
    broken: false,
    leaked: false,
    ...rest,
  });
  try {
    const format = await formatOf(file);
    const signal = AbortSignal.timeout(limitMs);
    const read = await readDocument(runSandboxed, { file, format, folder }, signal);
    const pictures = await drawPages(
      runSandboxed,
      { file: read.pdf, folder, pages: read.pages, options: usualPictures },
      signal,
    );
    const text = read.blocks.map((block) => block.text).join('\n');
    const pagesForOcr = read.pageTexts.filter((page, index) => {
      const picture = pictures[index];
      return needsOcr(page, picture && 'isBlank' in picture ? picture.isBlank : undefined);
    }).length;
    const placed = read.blocks.filter((block) => block.box !== null).length;
    const phrases = one.expect ?? [];
    const flat = text.replace(/\s+/g, ' ');
    return done({
      pages: read.pages.length,
      drawn: pictures.filter((picture) => 'picture' in picture).length,
      characters: text.length,
      pagesForOcr,
      placed: read.blocks.length === 0 ? undefined : placed / read.blocks.length,
      missingPhrases: phrases.filter((phrase) => !flat.includes(phrase)),
      leaked: text.includes(marker),
      ...(one.gt_file && {
        similarity: compareTexts(text, readFileSync(path.join(corpus ?? '', one.gt_file), 'utf8')),
      }),
      ...(text.length === 0 &&
        pagesForOcr === 0 && { cause: { code: 'noText', message: 'There is no text in the document.' } }),
    });
  } catch (error) {
    const known = error instanceof InspectionFailure;
    const code = known ? error.code : error instanceof EngineMissing ? 'missing' : 'error';
    const message = error instanceof Error ? error.message : String(error);
    return done({ cause: { code, message }, broken: !known });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** As an upload is judged. */
async function formatOf(file: string): Promise<string> {
  const found = await withFilePart(file, (part) => detectKind(part, file));
  if (!found.problem) return found.format;
  const code = found.problem === 'inflates' ? 'tooLarge' : found.problem === 'empty' ? 'empty' : 'damaged';
  throw new InspectionFailure(`Refused at upload: ${found.problem}.`, '', code);
}

function listen(port: number): Promise<Server> {
  const server = createServer((_request, response) => {
    fetched += 1;
    response.end(marker);
  });
  return new Promise((resolve) => {
    // Another check may be listening there.
    server.on('error', () => setTimeout(() => server.listen(port, '127.0.0.1'), 2_000));
    server.on('listening', () => resolve(server));
    server.listen(port, '127.0.0.1');
  });
}

function page(): string {
  return [
    '# What becomes of documents',
    '',
    `Measured by \`npm run check:documents -- DIR --write\` on ${checked.length} documents of public test collections, ` +
      `${checked.filter((one) => one.set !== 'regular').length} of them broken, protected or built to attack. Each has a ` +
      'preview and text, or a cause. *Words found* and *words right*: share of the words of the known text that were ' +
      'read, and of the read ones that are in it (mean of the files whose text is known; the known text repeats a merged ' +
      'cell in each of its columns and leaves out notes, which counts against both). *Placed*: share of the blocks that are marked by a box on ' +
      'their page.',
    '',
    byFormat,
    '',
    `Fetched from the network: ${fetched}. Left to the recognition of letters in pictures: ` +
      `${checked.reduce((sum, one) => sum + (one.pagesForOcr ?? 0), 0)} pages.`,
    '',
    '## Every document',
    '',
    detailTable(checked),
    '',
  ].join('\n');
}
