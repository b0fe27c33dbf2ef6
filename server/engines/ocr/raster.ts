import type { Sharp } from 'sharp';
import sharp from 'sharp';
import type { OcrSource, QuarterTurn } from './port.ts';
import { type Quad, quadHeight, quadWidth } from './quad.ts';

/** Rows of RGB pixels, three bytes each. */
export type Raster = { data: Uint8Array; width: number; height: number };

/** Larger pictures aren't opened, because compressed files can expand enormously. */
export const mostOcrPixels = 200_000_000;
/** An A3 sheet at 250 dpi. Letters that need a higher resolution are smaller than any print. */
const workingSide = 4096;

export class TooManyPixels extends Error {}

/** Loads a picture upright and downscaled to the working size, together with its original size. */
export async function loadRaster(source: OcrSource): Promise<{ raster: Raster; width: number; height: number }> {
  const options = { limitInputPixels: mostOcrPixels, page: source.frame ?? 0, sequentialRead: true } as const;
  const { width, height, orientation = 1 } = await sharp(source.file, options).metadata();
  if (width * height > mostOcrPixels) throw new TooManyPixels(`${width} × ${height}`);
  const { data, info } = await sharp(source.file, options)
    .resize(workingSide, workingSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .flatten({ background: '#fff' })
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const stored = { data: info.channels === 1 ? threeChannels(data) : data, width: info.width, height: info.height };
  const sideways = orientation >= 5;
  return {
    raster: await upright(stored, orientation),
    width: sideways ? height : width,
    height: sideways ? width : height,
  };
}

/** Rotates after downscaling: rotating while opening would keep the whole original in memory. */
async function upright(raster: Raster, orientation: number): Promise<Raster> {
  const mirrored = [2, 4, 5, 7].includes(orientation);
  const turn = ({ 3: 180, 4: 180, 5: 270, 6: 90, 7: 90, 8: 270 } as const)[orientation] ?? 0;
  if (!mirrored && turn === 0) return raster;
  const straight = mirrored ? await toRaster(fromRaster(raster).flop()) : raster;
  return turnRaster(straight, turn);
}

export async function turnRaster(raster: Raster, turn: QuarterTurn): Promise<Raster> {
  return turn === 0 ? raster : toRaster(fromRaster(raster).rotate(turn));
}

export function resizeRaster(raster: Raster, width: number, height: number): Promise<Raster> {
  return toRaster(fromRaster(raster).resize(width, height, { fit: 'fill', kernel: 'linear' }));
}

export function cropRaster(raster: Raster, left: number, top: number, width: number, height: number): Promise<Raster> {
  return toRaster(fromRaster(raster).extract({ left, top, width, height }));
}

/** Adds a margin in the most common colour of the picture's edge. */
export function framed(raster: Raster, margin: number): Promise<Raster> {
  const [r, g, b] = edgeColour(raster);
  const background = { r, g, b };
  return toRaster(fromRaster(raster).extend({ top: margin, bottom: margin, left: margin, right: margin, background }));
}

function edgeColour({ data, width, height }: Raster): [number, number, number] {
  const places: number[] = [];
  for (let x = 0; x < width; x += 1) places.push(x, (height - 1) * width + x);
  for (let y = 0; y < height; y += 1) places.push(y * width, y * width + width - 1);
  const middle = (channel: number) =>
    places.map((place) => data[place * 3 + channel] ?? 0).sort((one, other) => one - other)[places.length >> 1] ?? 255;
  return [middle(0), middle(1), middle(2)];
}

/** Check every 16th row: enough to tell print from photos. */
const rowStep = 16;
const sharpEdge = 80;

/** Share of the sampled pixels next to one that is much lighter or darker. */
export function edgeShare({ data, width, height }: Raster): number {
  let edges = 0;
  let places = 0;
  for (let row = rowStep >> 1; row < height; row += rowStep) {
    for (let at = row * width * 3 + 1, end = at + (width - 2) * 3; at < end; at += 3) {
      if (Math.abs((data[at] ?? 0) - (data[at + 6] ?? 0)) > sharpEdge) edges += 1;
      places += 1;
    }
  }
  return places === 0 ? 0 : edges / places;
}

function fromRaster({ data, width, height }: Raster) {
  return sharp(data, { raw: { width, height, channels: 3 } });
}

async function toRaster(picture: Sharp): Promise<Raster> {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

function threeChannels(grey: Uint8Array): Uint8Array {
  const data = new Uint8Array(grey.length * 3);
  for (let at = 0; at < grey.length; at += 1) data.fill(grey[at] ?? 0, at * 3, at * 3 + 3);
  return data;
}

/** A text line, cut out, straightened and scaled to the height the models expect. */
export type LinePicture = { data: Uint8Array; width: number; height: number };

/** More samples per axis never made a difference. */
const mostSamples = 4;

/**
 * Averages as many points per pixel as it covers, because single samples break thin strokes of large type. Points are
 * interpolated between four pixels and clamped at the edge; the loop is inlined because a page has millions of points.
 */
export function cutLine(raster: Raster, quad: Quad, width: number, height: number): LinePicture {
  const { data: pixels, width: across, height: down } = raster;
  const [topLeft, topRight, , bottomLeft] = quad;
  const data = new Uint8Array(width * height * 3);
  const acrossSamples = samples(quadWidth(quad) / width);
  const downSamples = samples(quadHeight(quad) / height);
  const share = 1 / (acrossSamples * downSamples);
  const stepX = { x: (topRight.x - topLeft.x) / width, y: (topRight.y - topLeft.y) / width };
  const stepY = { x: (bottomLeft.x - topLeft.x) / height, y: (bottomLeft.y - topLeft.y) / height };
  for (let row = 0, to = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1, to += 3) {
      let red = 0.5;
      let green = 0.5;
      let blue = 0.5;
      for (let i = 0; i < downSamples; i += 1) {
        const v = row + (i + 0.5) / downSamples;
        for (let j = 0; j < acrossSamples; j += 1) {
          const u = column + (j + 0.5) / acrossSamples;
          const x = topLeft.x + u * stepX.x + v * stepY.x - 0.5;
          const y = topLeft.y + u * stepX.y + v * stepY.y - 0.5;
          const left = x <= 0 ? 0 : x >= across - 1 ? across - 1 : Math.floor(x);
          const top = y <= 0 ? 0 : y >= down - 1 ? down - 1 : Math.floor(y);
          const toRight = x <= 0 || x >= across - 1 ? 0 : x - left;
          const toBottom = y <= 0 || y >= down - 1 ? 0 : y - top;
          const a = (top * across + left) * 3;
          const b = left < across - 1 ? a + 3 : a;
          const below = top < down - 1 ? across * 3 : 0;
          const c = a + below;
          const d = b + below;
          const wd = share * toRight * toBottom;
          const wb = share * toRight - wd;
          const wc = share * toBottom - wd;
          const wa = share - wb - wc - wd;
          red += at(pixels, a) * wa + at(pixels, b) * wb + at(pixels, c) * wc + at(pixels, d) * wd;
          green += at(pixels, a + 1) * wa + at(pixels, b + 1) * wb + at(pixels, c + 1) * wc + at(pixels, d + 1) * wd;
          blue += at(pixels, a + 2) * wa + at(pixels, b + 2) * wb + at(pixels, c + 2) * wc + at(pixels, d + 2) * wd;
        }
      }
      data[to] = red;
      data[to + 1] = green;
      data[to + 2] = blue;
    }
  }
  return { data, width, height };
}

/** The index is always within the picture. */
function at(pixels: Uint8Array, place: number): number {
  return pixels[place] as number;
}

function samples(scale: number): number {
  return Math.min(mostSamples, Math.max(1, Math.round(scale)));
}
