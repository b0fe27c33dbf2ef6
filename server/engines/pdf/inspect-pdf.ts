import path from 'node:path';
import { InspectionFailure } from '../inspection-failure.ts';
import type { RunSandboxed } from '../sandbox/port.ts';

type PdfFacts = { pageCount: number; facts: Record<string, unknown> };

const mostPages = 20_000;
const limits = { wallMs: 30_000, cpuSeconds: 20, memoryBytes: 2 ** 29, outputBytes: 2 ** 18, fileBytes: 2 ** 26 };

/** A page takes a second or two; one that takes longer is meant to. */
const drawingSeconds = 8;
/** 35 metres. */
const largestPagePoints = 100_000;

export async function inspectPdf(run: RunSandboxed, file: string, signal: AbortSignal): Promise<PdfFacts> {
  const { exitCode, stdout, stderr } = await run({
    program: 'pdfinfo',
    args: ['-enc', 'UTF-8', file],
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
  return {
    pageCount,
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

/** The first page as a picture; undefined where it can't be drawn within the limits. */
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
