import { boundsOf, median, type Quad, quadHeight, quadWidth, slice } from './quad.ts';
import { cropRaster, edgeShare, framed, type Raster, resizeRaster } from './raster.ts';
import type { Model } from './reader.ts';
import { type Likelihood, textBoxes } from './text-boxes.ts';

/** Sufficient for a page of ordinary print, and fast. */
const firstSide = 960;
/** Tried in turn while lines are too low for the detector. */
const largerSides = [1440, 1920, 2560] as const;
/** In pixels of the image the detector sees: lower lines merge with their neighbours or are missed. */
const leastLineHeight = 14;
/** A higher resolution must find at least this factor more lines, because its tighter boxes take longer to read. */
const leastGain = 1.03;
/** Total text length in line heights below which a page isn't crowded, unless its print is too fine to detect. */
const leastText = 700;
/** Share of pixels at a sharp edge: up to 0.09 on ordinary pages, above 0.11 on pages of fine print. */
const finePrint = 0.1;
/** Most pixels per detector run, so memory use doesn't grow with the page. */
const bandPixels = 700_000;
/** Rows at the edge of a band are taken from the next band, which sees their surroundings. */
const bandMargin = 48;
const grid = 32;
const cuttingSide = 100;
const cuttingMargin = 32;
const mean = [0.485, 0.456, 0.406] as const;
const deviation = [0.229, 0.224, 0.225] as const;

/** Boxes of all text lines, in pixels, in no particular order. */
export async function detectLines(detector: Model, raster: Raster): Promise<Quad[]> {
  // The detector misses text that touches the edge, so a small cutout gets a margin.
  if (Math.min(raster.width, raster.height) < cuttingSide) {
    const whole = await framed(raster, cuttingMargin);
    const scale = Math.min(2, firstSide / Math.max(whole.width, whole.height));
    return widenBoxes((await detectAt(detector, whole, scale)).map((quad) => moved(quad, -cuttingMargin)));
  }
  const longer = Math.max(raster.width, raster.height);
  let scale = Math.min(1, firstSide / longer);
  let quads = await detectAt(detector, raster, scale);
  for (const side of largerSides) {
    if (scale === 1 || !isCrowded(raster, quads, scale)) break;
    scale = Math.min(1, side / longer);
    const closer = await detectAt(detector, raster, scale);
    if (closer.length < quads.length * leastGain) break;
    quads = closer;
  }
  return widenBoxes(quads);
}

/** Whether the page has much text in lines too low for this scale, in either direction, or print too fine to detect. */
function isCrowded(raster: Raster, quads: readonly Quad[], scale: number): boolean {
  const sizes = quads.map((quad) => [quadWidth(quad), quadHeight(quad)].sort((one, other) => one - other));
  const text = sizes.reduce((sum, [height = 1, width = 0]) => sum + width / Math.max(1, height), 0);
  if (text < leastText) return edgeShare(raster) > finePrint;
  return median(sizes.map(([height = 0]) => height)) * scale < leastLineHeight;
}

async function detectAt(detector: Model, raster: Raster, scale: number): Promise<Quad[]> {
  const width = toGrid(raster.width * scale);
  const height = toGrid(raster.height * scale);
  const across = raster.width / width;
  const down = raster.height / height;
  const small = await resizeRaster(raster, width, height);
  return textBoxes(await likelihoodOf(detector, small)).map((quad) => {
    const back = ({ x, y }: { x: number; y: number }) => ({ x: (x + 0.5) * across, y: (y + 0.5) * down });
    return [back(quad[0]), back(quad[1]), back(quad[2]), back(quad[3])];
  });
}

/** Large pictures are processed in full-width bands, so no horizontal line is cut. */
async function likelihoodOf(detector: Model, picture: Raster): Promise<Likelihood> {
  const { width, height } = picture;
  const data = new Float32Array(width * height);
  const most = Math.max(4 * bandMargin, Math.floor(bandPixels / width / grid) * grid);
  const rows = width * height <= firstSide ** 2 ? height : Math.min(most, height);
  for (let top = 0, end = 0; end < height; top = end - 2 * bandMargin) {
    const start = Math.min(top, height - rows);
    end = start + rows;
    const band = rows === height ? picture : await cropRaster(picture, 0, start, width, rows);
    const seen = await detector({ data: asInput(band), shape: [1, 3, rows, width] });
    const skipped = start === 0 ? 0 : bandMargin;
    data.set(seen.data.subarray(skipped * width), (start + skipped) * width);
  }
  return { data, width, height };
}

function moved(quad: Quad, by: number): Quad {
  const move = ({ x, y }: { x: number; y: number }) => ({ x: x + by, y: y + by });
  return [move(quad[0]), move(quad[1]), move(quad[2]), move(quad[3])];
}

function toGrid(side: number): number {
  return Math.max(grid, Math.round(side / grid) * grid);
}

/** Channel planes in BGR order, as in training. */
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

/** In line heights: the detector sometimes omits the last dot or thin letter of a line. */
const mostGained = 0.2;
/** In line heights: the most an overlapping box is shortened by at each end. */
const mostLost = 0.25;

/** Extends boxes at both ends as far as the next box allows; overlapping boxes both end in the middle. */
export function widenBoxes(quads: readonly Quad[]): Quad[] {
  const all = quads.map((quad) => ({ quad, bounds: boundsOf(quad) }));
  return all.map(({ quad, bounds }) => {
    const [width, height] = [quadWidth(quad), quadHeight(quad)];
    if (height > width || width < 1) return quad;
    let before = Infinity;
    let after = Infinity;
    for (const { bounds: other } of all) {
      if (other === bounds) continue;
      const shared = Math.min(bounds.bottom, other.bottom) - Math.max(bounds.top, other.top);
      if (shared < height * 0.5) continue;
      if (other.left + other.right < bounds.left + bounds.right) before = Math.min(before, bounds.left - other.right);
      else after = Math.min(after, other.left - bounds.right);
    }
    return slice(quad, -change(before, height) / width, 1 + change(after, height) / width);
  });
}

function change(room: number, height: number): number {
  return Math.min(height * mostGained, Math.max(-height * mostLost, room / 2));
}
