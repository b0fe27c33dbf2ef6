import type { Model } from './model-session.ts';
import type { Quad } from './quad.ts';
import { framed, type Raster, resizeRaster } from './raster.ts';
import { textBoxes } from './text-boxes.ts';
import { widenBoxes } from './widen-boxes.ts';

/** Larger gave the same errors and cost up to ten times the memory. */
const longestSide = 960;
const grid = 32;
const cuttingSide = 100;
const cuttingMargin = 32;
const mean = [0.485, 0.456, 0.406] as const;
const deviation = [0.229, 0.224, 0.225] as const;

/** The boxes of all lines of a picture, in its pixels, in no order. */
export async function detectLines(detector: Model, raster: Raster): Promise<Quad[]> {
  // Text that touches the edge is not seen: a cutting of one line gets paper around it.
  const isCutting = Math.min(raster.width, raster.height) < cuttingSide;
  const margin = isCutting ? cuttingMargin : 0;
  const whole = isCutting ? await framed(raster, margin) : raster;
  const scale = Math.min(isCutting ? 2 : 1, longestSide / Math.max(whole.width, whole.height));
  const width = toGrid(whole.width * scale);
  const height = toGrid(whole.height * scale);
  const small = await resizeRaster(whole, width, height);
  const { data } = await detector({ data: asInput(small), shape: [1, 3, height, width] });
  const across = whole.width / width;
  const down = whole.height / height;
  const boxes = textBoxes({ data, width, height }).map(([a, b, c, d]): Quad => {
    const back = ({ x, y }: { x: number; y: number }) => ({
      x: (x + 0.5) * across - margin,
      y: (y + 0.5) * down - margin,
    });
    return [back(a), back(b), back(c), back(d)];
  });
  return widenBoxes(boxes);
}

function toGrid(side: number): number {
  return Math.max(grid, Math.round(side / grid) * grid);
}

/** Planes of blue, green and red, as the models were trained. */
function asInput({ data, width, height }: Raster): Float32Array {
  const plane = width * height;
  const input = new Float32Array(plane * 3);
  for (let channel = 0; channel < 3; channel += 1) {
    const factor = 1 / (255 * (deviation[channel] ?? 1));
    const offset = (mean[channel] ?? 0) / (deviation[channel] ?? 1);
    for (let at = 0, from = 2 - channel; at < plane; at += 1, from += 3) {
      input[channel * plane + at] = (data[from] ?? 0) * factor - offset;
    }
  }
  return input;
}
