import { spawn } from 'node:child_process';
import path from 'node:path';
import sharp from 'sharp';
import type { DrawnPage, SkippedPage } from './port.ts';

export type DrawTask = {
  file: string;
  folder: string;
  thumbnailWidth: number;
  /** `width` and `height` are the expected size in pixels. */
  pages: { page: number; width: number; height: number; dotsPerInch: number }[];
};
export type DrawTaskAnswer = DrawnPage | SkippedPage | { missing: true };
type RequestedPage = DrawTask['pages'][number];
type Raster = { data: Buffer; width: number; height: number };

/** Slow pages take a second or two; longer ones are probably malicious. */
const pageMs = 15_000;
/** After this many slow pages, the rest are skipped. */
const mostSlowPages = 5;
/** Standard deviation in grey levels from which a page isn't blank. */
const visibleDeviation = 0.4;

sharp.concurrency(1);
sharp.cache(false);

const task = JSON.parse(process.argv[2] ?? '') as DrawTask;
let slowPages = 0;
for (const wanted of task.pages) {
  const answer = slowPages < mostSlowPages ? await draw(wanted) : skip(wanted, 'tookTooLong');
  if ('skipped' in answer && answer.skipped === 'tookTooLong') slowPages += 1;
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}

async function draw(wanted: RequestedPage): Promise<DrawTaskAnswer> {
  const raster = await render(wanted);
  if (typeof raster === 'string') return raster === 'missing' ? { missing: true } : skip(wanted, raster);
  const raw = { width: raster.width, height: raster.height, channels: 3 } as const;
  const name = String(wanted.page).padStart(5, '0');
  const picture = path.join(task.folder, `page-${name}.webp`);
  const thumbnail = path.join(task.folder, `thumbnail-${name}.webp`);
  try {
    // Effort 2 takes half the time of the default 4 and produces files a few percent larger.
    await sharp(raster.data, { raw }).webp({ quality: 78, effort: 2 }).toFile(picture);
    const small = await sharp(raster.data, { raw }).resize({ width: task.thumbnailWidth }).png().toBuffer();
    await sharp(small).webp({ quality: 75, effort: 2 }).toFile(thumbnail);
    const { channels } = await sharp(small).stats();
    const isBlank = channels.every(({ stdev }) => stdev < visibleDeviation);
    return { page: wanted.page, width: raw.width, height: raw.height, picture, thumbnail, isBlank };
  } catch {
    return skip(wanted, 'damaged');
  }
}

function skip({ page }: RequestedPage, skipped: SkippedPage['skipped']): SkippedPage {
  return { page, skipped };
}

/** Runs one process per page, so a crash or hang affects only that page. */
function render(wanted: RequestedPage): Promise<Raster | SkippedPage['skipped'] | 'missing'> {
  const { page, width, height, dotsPerInch } = wanted;
  const range = ['-f', String(page), '-l', String(page), '-cropbox', '-q'];
  // Sets the resolution instead of the size, because pdftoppm swaps width and height for rotated pages.
  const size = ['-r', dotsPerInch.toFixed(4)];
  const mostBytes = (width + 2) * (height + 2) * 3 + 100;
  return new Promise((resolve) => {
    const child = spawn('pdftoppm', [...range, ...size, task.file], { stdio: ['ignore', 'pipe', 'ignore'] });
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isSlow = false;
    const late = setTimeout(() => {
      isSlow = true;
      child.kill('SIGKILL');
    }, pageMs);
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > mostBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.on('error', () => resolve('missing'));
    child.on('close', (code) => {
      clearTimeout(late);
      if (isSlow) return resolve('tookTooLong');
      resolve((code === 0 ? rasterOf(Buffer.concat(chunks)) : undefined) ?? 'damaged');
    });
  });
}

/** Parses a PPM image: a text header, then three bytes per pixel. */
function rasterOf(ppm: Buffer): Raster | undefined {
  const header = /^P6\s(\d{1,5}) (\d{1,5})\s255\s/.exec(ppm.toString('latin1', 0, 40));
  if (!header) return undefined;
  const [width, height] = [Number(header[1]), Number(header[2])];
  const data = ppm.subarray(header[0].length);
  return data.length === width * height * 3 ? { data, width, height } : undefined;
}
