import { type RunSandboxed, SandboxFailure } from '../sandbox/port.ts';
import type { PdfPage } from './port.ts';

const row = /^ *(\d+) +\d+ (image|stencil) +(\d+) +(\d+) .* ([\d.]+) +([\d.]+) +\S+ +\S+%?$/;

/** How much of each page pictures cover; scans often come in strips, so they are added up. */
export async function pictureShares(
  run: RunSandboxed,
  file: string,
  pages: readonly PdfPage[],
  signal: AbortSignal,
): Promise<Map<number, number>> {
  const shares = new Map<number, number>();
  const output = await run({
    program: 'pdfimages',
    args: ['-list', '-f', String(pages[0]?.page), '-l', String(pages.at(-1)?.page), file],
    readable: [file],
    limits: {
      wallMs: 60_000,
      cpuSeconds: 20 + pages.length,
      memoryBytes: 2 ** 30,
      outputBytes: 2 ** 23,
      fileBytes: 2 ** 20,
    },
    signal,
  }).catch((error: unknown) => {
    // A hint only: without it the picture of the page itself decides.
    if (error instanceof SandboxFailure && error.kind !== 'start') return undefined;
    throw error;
  });
  for (const line of output?.stdout.toString('utf8').split('\n') ?? []) {
    const [page, , width, height, acrossPpi, downPpi] = (row.exec(line) ?? []).slice(1).map(Number);
    const size = pages.find((one) => one.page === page);
    if (!size || !width || !height || !acrossPpi || !downPpi) continue;
    const inches = (width / acrossPpi) * (height / downPpi);
    const share = inches / ((size.widthPoints / 72) * (size.heightPoints / 72));
    shares.set(size.page, Math.min(1, (shares.get(size.page) ?? 0) + share));
  }
  return shares;
}
