import type { Sharp } from 'sharp';
import sharp from 'sharp';
import type { OcrSource, QuarterTurn } from './port.ts';
import { type Quad, quadHeight, quadWidth } from './quad.ts';

/** Pixels in rows, three bytes each: red, green, blue. */
export type Raster = { data: Uint8Array; width: number; height: number };

/** Compressed pictures that unfold to more than this are not opened. */
export const mostOcrPixels = 200_000_000;
/** An A3 sheet at 250 dpi. Letters that need more than this are smaller than any print. */
const workingSide = 4096;

export class TooManyPixels extends Error {}

/** A picture as people see it, no larger than reading needs, with the size that it really has. */
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

/** Turned only once it is small: turned on opening, all of a large picture would have to be in memory. */
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

/** With paper around it, in the colour that its edge mostly has. */
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

/** Rows apart that are looked at: enough to tell print from pictures. */
const rowStep = 16;
const sharpEdge = 80;

/** How many places, of those in some rows, lie beside one that is much lighter or darker. */
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

/** A line cut out, laid level and brought to the height that the models read. */
export type LinePicture = { data: Uint8Array; width: number; height: number };

/** More samples than this a side never showed. */
const mostSamples = 4;

/**
 * Each pixel of the cut is the mean of as many places as it covers: plain sampling breaks thin strokes of large type. A place
 * lies between four pixels; beyond the edge, the edge goes on. One loop without calls: a page has millions of places.
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

/** Within the picture always. */
function at(pixels: Uint8Array, place: number): number {
  return pixels[place] as number;
}

function samples(scale: number): number {
  return Math.min(mostSamples, Math.max(1, Math.round(scale)));
}
