import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import type { OcrAnswer, OcrTask } from './port.ts';
import { TooManyPixels } from './raster.ts';
import { readPage } from './read-page.ts';
import { openReader } from './reader.ts';

sharp.concurrency(1);
sharp.cache(false);

const { file } = JSON.parse(process.argv[2] ?? '') as { file: string };
const task = JSON.parse(readFileSync(file, 'utf8')) as OcrTask;
const reader = await openReader(task.models);
for (const [index, source] of task.sources.entries()) {
  const answer: OcrAnswer = await readPage(reader, source, task.options).then(
    (page) => ({ index, page }),
    (error: unknown) => failed(index, error),
  );
  await new Promise((resolve) => process.stdout.write(`${JSON.stringify(answer)}\n`, resolve));
}

function failed(index: number, error: unknown): OcrAnswer {
  const detail = (error instanceof Error ? error.message : String(error)).slice(0, 300);
  const tooLarge = error instanceof TooManyPixels || /pixel limit|dimensions|too large/i.test(detail);
  return { index, failed: tooLarge ? 'tooLarge' : 'damaged', detail };
}
