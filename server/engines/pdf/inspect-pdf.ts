import { open } from 'node:fs/promises';
import path from 'node:path';
import { type EmbeddedMetadata, metadataInXml } from '../embedded-metadata/embedded-metadata.ts';
import { EngineMissing, InspectionFailure } from '../engine-failure.ts';
import { installCommand } from '../probe/engine-catalogue.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import type { PdfPage } from './port.ts';

/** Assumed size of a page that doesn't state its own. */
const usualPage = { widthPoints: 595, heightPoints: 842 };
const listLimits = { wallMs: 60_000, cpuSeconds: 40, memoryBytes: 2 ** 29, outputBytes: 2 ** 22, fileBytes: 2 ** 20 };

/** Every page of a PDF with its displayed size, after rotation. */
export async function listPages(run: RunSandboxed, file: string, signal: AbortSignal): Promise<PdfPage[]> {
  const { pageCount } = await inspectPdf(run, file, signal);
  const { stdout } = await run({
    program: 'pdfinfo',
    args: ['-f', '1', '-l', String(pageCount), file],
    readable: [file],
    limits: listLimits,
    signal,
  });
  const sizes = sizesOf(stdout.toString('utf8'));
  return Array.from({ length: pageCount }, (_, index) => ({
    page: index + 1,
    ...(sizes.get(index + 1) ?? usualPage),
  }));
}

function sizesOf(text: string): Map<number, { widthPoints: number; heightPoints: number }> {
  const sizes = new Map<number, { widthPoints: number; heightPoints: number }>();
  for (const [, page, width, height] of text.matchAll(/^Page +(\d+) size: +([\d.e+]+) x ([\d.e+]+) pts/gm)) {
    const size = { widthPoints: Number(width), heightPoints: Number(height) };
    if (size.widthPoints > 0 && size.heightPoints > 0) sizes.set(Number(page), size);
  }
  for (const [, page, turn] of text.matchAll(/^Page +(\d+) rot: +(\d+)/gm)) {
    const size = sizes.get(Number(page));
    if (size && Number(turn) % 180 === 90) {
      sizes.set(Number(page), { widthPoints: size.heightPoints, heightPoints: size.widthPoints });
    }
  }
  return sizes;
}

/** Maps an exit code and error output of Poppler to an error. */
export function popplerFailure(exitCode: number, stderr: string): Error {
  // The sandbox's own output when the program doesn't exist.
  if (/execvp|No such file or directory/.test(stderr) && !/PDF|Syntax/.test(stderr)) {
    return new EngineMissing('poppler', installCommand(['poppler-utils']));
  }
  if (/Incorrect password/i.test(stderr)) {
    return new InspectionFailure('The PDF is password-protected.', stderr, 'protected');
  }
  return new InspectionFailure('The PDF is damaged.', `exit ${exitCode}: ${stderr}`);
}

type PdfFacts = { pageCount: number; facts: Record<string, unknown>; embedded: EmbeddedMetadata };

const mostPages = 20_000;
const limits = { wallMs: 30_000, cpuSeconds: 20, memoryBytes: 2 ** 29, outputBytes: 2 ** 18, fileBytes: 2 ** 26 };

/** A page takes a second or two; longer ones are probably malicious. */
const drawingSeconds = 8;
const searchedBytes = 2 ** 16;
/** About 35 metres. */
const largestPagePoints = 100_000;

export async function inspectPdf(run: RunSandboxed, file: string, signal: AbortSignal): Promise<PdfFacts> {
  const { exitCode, stdout, stderr } = await run({
    program: 'pdfinfo',
    args: ['-enc', 'UTF-8', '-isodates', file],
    readable: [file],
    limits,
    signal,
  });
  if (/Incorrect password/i.test(stderr)) {
    throw new InspectionFailure('The PDF is password-protected.', stderr, 'protected');
  }
  const fields = fieldsOf(stdout.toString('utf8'));
  const pageCount = Number(fields.get('Pages'));
  if (exitCode !== 0 || !Number.isInteger(pageCount) || pageCount < 1) {
    throw new InspectionFailure('The PDF is damaged or has no pages.', stderr);
  }
  if (pageCount > mostPages)
    throw new InspectionFailure(`The PDF has ${pageCount} pages, more than the limit of ${mostPages}.`, '', 'tooLarge');
  const [, width, height] = /([\d.e+]+) x ([\d.e+]+) pts/.exec(fields.get('Page size') ?? '') ?? [];
  if (Math.max(Number(width ?? 0), Number(height ?? 0)) > largestPagePoints) {
    throw new InspectionFailure('The pages are larger than 35 metres.', '', 'tooLarge');
  }
  const hasXmp = fields.get('Metadata Stream') === 'yes';
  const xmp = hasXmp ? await readXmp(run, file, signal) : {};
  const language = (await languageInCatalog(file)) ?? xmp.language;
  const [title, author, date] = [fields.get('Title'), fields.get('Author'), fields.get('CreationDate')];
  return {
    pageCount,
    embedded: {
      ...xmp,
      ...(title && { title }),
      ...(author && { author }),
      ...(date && { date }),
      ...(language && { language }),
    },
    facts: {
      title: fields.get('Title') ?? null,
      author: fields.get('Author') ?? null,
      producer: fields.get('Producer') ?? null,
      pdfVersion: fields.get('PDF version') ?? null,
      tagged: fields.get('Tagged') === 'yes',
      protected: fields.get('Encrypted')?.startsWith('yes') ?? false,
      pagePoints: width && height ? { width: Number(width), height: Number(height) } : null,
    },
  };
}

/** Word processors write the catalog uncompressed at one end of the file; elsewhere it isn't searched for. */
async function languageInCatalog(file: string): Promise<string | undefined> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const ends = [0, Math.max(0, size - searchedBytes)];
    for (const position of ends) {
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(searchedBytes), position });
      const text = buffer.toString('latin1', 0, bytesRead);
      const found = /\/Type ?\/Catalog[^>]{0,2000}?\/Lang ?\(([A-Za-z0-9-]{2,35})\)/.exec(text);
      if (found) return found[1];
    }
    return undefined;
  } finally {
    await handle.close();
  }
}

/** The language and, for PDFs without an information dictionary, title, author and date. */
async function readXmp(run: RunSandboxed, file: string, signal: AbortSignal): Promise<EmbeddedMetadata> {
  const { exitCode, stdout } = await run({
    program: 'pdfinfo',
    args: ['-meta', '-enc', 'UTF-8', file],
    readable: [file],
    limits: { ...limits, outputBytes: 2 ** 22 },
    signal,
  });
  if (exitCode !== 0) return {};
  try {
    return metadataInXml(stdout.toString('utf8'));
  } catch {
    return {};
  }
}

/** An image of the first page; undefined if it can't be rendered within the limits. */
export async function drawFirstPage(
  run: RunSandboxed,
  given: { file: string; folder: string },
  signal: AbortSignal,
): Promise<string | undefined> {
  const { exitCode } = await run({
    program: 'pdftoppm',
    args: [
      '-f',
      '1',
      '-l',
      '1',
      '-singlefile',
      '-scale-to',
      '640',
      '-png',
      given.file,
      path.join(given.folder, 'page'),
    ],
    readable: [given.file],
    folder: given.folder,
    limits: { ...limits, cpuSeconds: drawingSeconds },
    signal,
  });
  return exitCode === 0 ? path.join(given.folder, 'page.png') : undefined;
}

function fieldsOf(text: string): Map<string, string> {
  return new Map(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf(':');
      const value = line
        .slice(at + 1)
        .trim()
        .slice(0, 500);
      return at > 0 && value ? [[line.slice(0, at), value] as const] : [];
    }),
  );
}
