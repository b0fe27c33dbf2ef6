import { boundsOf, median, type Quad, quadHeight, quadWidth, slice } from './quad.ts';
import { cropRaster, edgeShare, framed, type Raster, resizeRaster } from './raster.ts';
import type { Model } from './reader.ts';
import { type Likelihood, textBoxes } from './text-boxes.ts';

/** Enough for a page of ordinary print, and quick. */
const firstSide = 960;
/** Tried one after the other while the lines come out too low. */
const largerSides = [1440, 1920, 2560] as const;
/** In pixels of the detector's picture: lower lines merge with their neighbours or are missed. */
const leastLineHeight = 14;
/** A closer look that doesn't find this many times the lines is not worth it: its tighter boxes take longer to read. */
const leastGain = 1.03;
/** In line heights, all lines in a row: a page with less is not crowded, unless its print is too fine to be seen at all. */
const leastText = 700;
/** Of all places, those with a sharp edge: ordinary pages have up to 0.09, and pages full of fine print more than 0.11. */
const finePrint = 0.1;
/** The detector sees at most this many pixels at once, so its memory doesn't grow with the page. */
const bandPixels = 700_000;
/** Rows at the edge of a band whose result comes from the next one, which sees what is around them. */
const bandMargin = 48;
const grid = 32;
const cuttingSide = 100;
const cuttingMargin = 32;
const mean = [0.485, 0.456, 0.406] as const;
const deviation = [0.229, 0.224, 0.225] as const;

/** The boxes of all lines of a picture, in its pixels, in no order. */
export async function detectLines(detector: Model, raster: Raster): Promise<Quad[]> {
  // Text that touches the edge is not seen: a cutting of one line gets paper around it.
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

/** Much text in lines that are too low for the detector at this scale, whichever way they run; or none that it can see. */
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

/** Large pictures go through the detector in bands of full width, so no level line is cut. */
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

/** Of a line's height: the detector leaves off the last point or thin letter of a line now and then. */
const mostGained = 0.2;
/** Of a line's height: what boxes of one row that overlap lose. */
const mostLost = 0.25;

/** Lengthens boxes at both ends as far as there is room beside the next one; where two overlap, both end in the middle. */
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
