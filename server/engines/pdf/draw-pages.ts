import path from 'node:path';
import { EngineMissing, InspectionFailure } from '../engine-failure.ts';
import { installCommand } from '../probe/engine-catalogue.ts';
import type { RunSandboxed } from '../sandbox/port.ts';
import { runNodeChild } from '../sandbox/run-node-child.ts';
import type { DrawTask, DrawTaskAnswer } from './draw-pages-child.ts';
import type { DrawnPage, DrawPagesOptions, PdfPage, SkippedPage } from './port.ts';

type DrawRequest = { file: string; folder: string; pages: readonly PdfPage[]; options: DrawPagesOptions };
type Watch = { onPage?(page: DrawnPage | SkippedPage): void; onProgress?(percent: number): void };

/** Larger pages, such as long strips or plans, are rendered at a lower resolution. */
const longestSide = 8_000;
const mostPixels = 12_000_000;

/** Renders pages in two sizes each. Pages that can't be rendered are reported as skipped; it fails only if none can. */
export async function drawPages(
  run: RunSandboxed,
  { file, folder, pages, options }: DrawRequest,
  signal: AbortSignal,
  watch: Watch = {},
): Promise<(DrawnPage | SkippedPage)[]> {
  const done: (DrawnPage | SkippedPage)[] = [];
  let isMissing = false;
  const task: DrawTask = {
    file,
    folder,
    thumbnailWidth: options.thumbnailWidth,
    pages: pages.map((page) => ({ page: page.page, ...pictureSize(page, options.pictureWidth) })),
  };
  const { exitCode, stderr } = await runNodeChild(run, {
    module: path.join(import.meta.dirname, 'draw-pages-child.ts'),
    task,
    files: [file],
    folder,
    heapMegabytes: 256,
    // A typical page takes a third of a second; the child enforces the limit per page.
    limits: {
      wallMs: 300_000 + pages.length * 5_000,
      cpuSeconds: 120 + pages.length * 2,
      memoryBytes: 2 ** 30,
      outputBytes: 2 ** 16 + pages.length * 1_000,
      fileBytes: 2 ** 26,
    },
    signal,
    onLine: (line) => {
      const answer = JSON.parse(line) as DrawTaskAnswer;
      if ('missing' in answer) isMissing = true;
      else {
        done.push(answer);
        watch.onPage?.(answer);
        watch.onProgress?.(Math.floor((done.length / pages.length) * 100));
      }
    },
  });
  if (isMissing) throw new EngineMissing('pdftoppm', installCommand(['poppler-utils']));
  if (exitCode !== 0) throw new InspectionFailure('The pages of the PDF can’t be displayed.', stderr);
  if (done.every((page) => 'skipped' in page)) {
    const slow = done.some((page) => 'skipped' in page && page.skipped === 'tookTooLong');
    throw slow
      ? new InspectionFailure('Displaying the pages of the PDF took too long.', '', 'tookTooLong')
      : new InspectionFailure('The PDF is damaged: none of its pages can be displayed.');
  }
  return done;
}

function pictureSize(page: PdfPage, wantedWidth: number): Omit<DrawTask['pages'][number], 'page'> {
  const wantedHeight = wantedWidth * (page.heightPoints / page.widthPoints);
  const shrink = Math.min(1, longestSide / wantedHeight, Math.sqrt(mostPixels / (wantedWidth * wantedHeight)));
  const round = (side: number) => Math.max(1, Math.round(side * shrink));
  const dotsPerInch = (wantedWidth * shrink * 72) / page.widthPoints;
  return { width: round(wantedWidth), height: round(wantedHeight), dotsPerInch };
}
