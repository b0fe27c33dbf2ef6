import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { detectLines } from './detect-lines.ts';
import { bundledModels } from './ocr-models.ts';
import { boundsOf } from './quad.ts';
import type { Raster } from './raster.ts';
import { type Model, openModel } from './reader.ts';

const firstLook = 960 ** 2;

/** Black bars on white that stand in for lines of print. */
function pageOfBars(width: number, height: number, barHeight: number, count: number): Raster {
  const data = new Uint8Array(width * height * 3).fill(255);
  for (let bar = 0; bar < count; bar += 1) {
    const top = barHeight * (2 * bar + 1);
    for (let row = top; row < top + barHeight; row += 1) {
      data.fill(0, (row * width + 100) * 3, (row * width + width - 100) * 3);
    }
  }
  return { data, width, height };
}

/** A model that treats every dark pixel as text and records the size of each input. */
function darkness(seen: number[]): Model {
  return async ({ data, shape }) => {
    const [, , height = 0, width = 0] = shape;
    seen.push(width * height);
    return { data: data.slice(0, width * height).map((value) => (value < 0 ? 1 : 0)), shape: [1, 1, height, width] };
  };
}

describe('the detector’s resolution', () => {
  test('closer at a page whose many lines are low, some rows at a time, and each line is in one box', async () => {
    const seen: number[] = [];
    const boxes = (await detectLines(darkness(seen), pageOfBars(2000, 2800, 14, 95))).map(boundsOf);
    const tops = boxes.map(({ top, bottom }) => (top + bottom) / 2).sort((one, other) => one - other);
    expect(tops).toHaveLength(95);
    for (const [bar, middle] of tops.entries()) expect(Math.abs(middle - (28 * bar + 21))).toBeLessThan(4);
    expect(seen.length).toBeGreaterThan(2);
    expect(Math.max(...seen)).toBeLessThanOrEqual(firstLook);
  });

  test('once at a page of ordinary lines, and at one with only a few low ones', async () => {
    for (const page of [pageOfBars(2000, 2800, 30, 45), pageOfBars(2000, 2800, 14, 10)]) {
      const seen: number[] = [];
      await detectLines(darkness(seen), page);
      expect(seen).toHaveLength(1);
    }
  });
});

describe('a page as crowded as a newspaper', () => {
  const [columns, rows] = [2, 115];
  const words = 'leaves catch the light of the sun and turn it into';
  let detector: Model;
  let page: Raster;
  beforeAll(async () => {
    detector = await openModel(bundledModels.detector, 1);
    const lines = Array.from({ length: rows }, (_, row) => `<text x="0" y="${40 + row * 20}">${words}</text>`);
    const column = await sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="380" height="2400"><g font-family="Noto Sans CJK SC" font-size="13">${lines.join('')}</g></svg>`,
      ),
    )
      .png()
      .toBuffer();
    const paper = { width: 820, height: 2400, channels: 3, background: '#fff' } as const;
    const { data, info } = await sharp({ create: paper })
      .composite(Array.from({ length: columns }, (_, at) => ({ input: column, left: 30 + at * 400, top: 0 })))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    page = { data, width: info.width, height: info.height };
  });

  test('loses no lines', async () => {
    const middles = (await detectLines(detector, page)).map(boundsOf);
    let lost = 0;
    for (let at = 0; at < columns * rows; at += 1) {
      const [x, y] = [30 + Math.floor(at / rows) * 400 + 60, 40 + (at % rows) * 20 - 5];
      const isSeen = middles.some(
        ({ left, right, top, bottom }) =>
          left < x && x < right && Math.abs((top + bottom) / 2 - y) < 8 && bottom - top < 28,
      );
      if (!isSeen) lost += 1;
    }
    expect(lost / (columns * rows)).toBeLessThan(0.02);
  });
});
