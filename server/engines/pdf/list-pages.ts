import { EngineMissing } from '../engine-missing.ts';
import { InspectionFailure } from '../inspection-failure.ts';
import { installCommand } from '../probe/engine-catalogue.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import { inspectPdf } from './inspect-pdf.ts';
import type { PdfPage } from './port.ts';

/** What a page is taken for that does not say how large it is. */
const usualPage = { widthPoints: 595, heightPoints: 842 };
const limits = { wallMs: 60_000, cpuSeconds: 40, memoryBytes: 2 ** 29, outputBytes: 2 ** 22, fileBytes: 2 ** 20 };

/** Every page of a PDF with its size as it is shown, turned where it says so. */
export async function listPages(run: RunSandboxed, file: string, signal: AbortSignal): Promise<PdfPage[]> {
  const { pageCount } = await inspectPdf(run, file, signal);
  const { stdout } = await run({
    program: 'pdfinfo',
    args: ['-f', '1', '-l', String(pageCount), file],
    readable: [file],
    limits,
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

/** Poppler's programs tell by their exit code and in words what is wrong. */
export function popplerFailure(exitCode: number, stderr: string): Error {
  // The sandbox itself answers like this when it finds no such program.
  if (/execvp|No such file or directory/.test(stderr) && !/PDF|Syntax/.test(stderr)) {
    return new EngineMissing('poppler', installCommand(['poppler-utils']));
  }
  if (/Incorrect password/i.test(stderr)) {
    return new InspectionFailure('The PDF is password-protected.', stderr, 'protected');
  }
  return new InspectionFailure('The PDF is damaged.', `exit ${exitCode}: ${stderr}`);
}
