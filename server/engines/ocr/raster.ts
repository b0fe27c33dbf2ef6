import sharp, { type Sharp } from 'sharp';
import type { OcrSource, QuarterTurn } from './port.ts';

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
