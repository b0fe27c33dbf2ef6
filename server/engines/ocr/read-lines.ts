import { decodeLine, type LineReading } from './decode-line.ts';
import { type Quad, quadHeight, quadWidth } from './quad.ts';
import type { Raster } from './raster.ts';
import { cutLine, type LinePicture } from './raster.ts';
import type { Alphabet, Model } from './reader.ts';

export type Recogniser = { model: Model; alphabet: Alphabet };
/** `share` is the part of the steps the line itself fills; the rest is padding to the width of its batch. */
export type RawLine = { quad: Quad; reading: LineReading; share: number; picture: { width: number; gaps: Gap[] } };

const lineHeight = 48;
const leastWidth = 48;
/** Anything a hundred times as long as it is high is a rule or a border. */
const mostWidth = 4_800;
/** Batch size: large enough to keep the processor busy, small enough to limit memory. */
const batchPixels = lineHeight * 2_400;
const mostInBatch = 8;
/** The model was trained on lines at least this wide, padding shorter ones with grey. */
const trainedWidth = 320;

/** Reads every box, batching lines of similar width. */
export async function readLines(recogniser: Recogniser, raster: Raster, quads: readonly Quad[]): Promise<RawLine[]> {
  const read = new Array<RawLine>(quads.length);
  const byWidth = quads
    .map((quad, at) => ({ quad, at, width: pictureWidth(quad) }))
    .sort((one, other) => one.width - other.width);
  for (let next = 0; next < byWidth.length; ) {
    const batch = [];
    let widest = trainedWidth;
    for (; next < byWidth.length && batch.length < mostInBatch; next += 1) {
      const item = byWidth[next];
      if (!item) break;
      const wider = Math.max(widest, item.width);
      if (batch.length > 0 && wider * lineHeight * (batch.length + 1) > batchPixels) break;
      widest = wider;
      batch.push({ ...item, picture: cutLine(raster, item.quad, item.width, lineHeight) });
    }
    const width = Math.ceil(widest / 8) * 8;
    const { data, shape } = await recogniser.model({
      data: asInput(
        batch.map(({ picture }) => picture),
        width,
      ),
      shape: [batch.length, 3, lineHeight, width],
    });
    const [, steps = 0, classes = 0] = shape;
    for (const [index, { quad, at, picture }] of batch.entries()) {
      const reading = decodeLine(data, { start: index * steps * classes, steps, classes }, recogniser.alphabet);
      read[at] = {
        quad,
        reading,
        share: picture.width / width,
        picture: { width: picture.width, gaps: findGaps(picture) },
      };
    }
  }
  return read;
}

function pictureWidth(quad: Quad): number {
  const width = (quadWidth(quad) / Math.max(1, quadHeight(quad))) * lineHeight;
  return Math.round(Math.min(mostWidth, Math.max(leastWidth, width)));
}

/** Channel planes in BGR order, from -1 to 1; padding is grey. */
function asInput(pictures: readonly LinePicture[], width: number): Float32Array {
  const plane = lineHeight * width;
  const input = new Float32Array(pictures.length * 3 * plane);
  for (const [index, picture] of pictures.entries()) {
    for (let channel = 0; channel < 3; channel += 1) {
      for (let row = 0; row < lineHeight; row += 1) {
        let to = (index * 3 + channel) * plane + row * width;
        let from = row * picture.width * 3 + 2 - channel;
        for (let column = 0; column < picture.width; column += 1, to += 1, from += 3) {
          input[to] = (picture.data[from] ?? 0) / 127.5 - 1;
        }
      }
    }
  }
  return input;
}

export function lineConfidence({ reading }: RawLine): number {
  const { all } = reading;
  return all.length === 0 ? 0 : all.reduce((sum, { confidence }) => sum + confidence, 0) / all.length;
}

/** Columns without ink; `to` is exclusive. */
export type Gap = { from: number; to: number };

/** Rows at the edge contain parts of the lines above and below. */
const edge = 5;
/** Less contrast than this share of the line's maximum counts as paper. */
const inkShare = 0.28;

/** Finds column ranges without ink from top to bottom. */
function findGaps({ data, width, height }: LinePicture): Gap[] {
  const contrast = new Float32Array(width);
  for (let column = 0; column < width; column += 1) {
    let darkest = 255;
    let lightest = 0;
    for (let row = edge; row < height - edge; row += 1) {
      const at = (row * width + column) * 3;
      const grey = ((data[at] ?? 0) + 2 * (data[at + 1] ?? 0) + (data[at + 2] ?? 0)) / 4;
      if (grey < darkest) darkest = grey;
      if (grey > lightest) lightest = grey;
    }
    contrast[column] = lightest - darkest;
  }
  const strongest = contrast.toSorted()[Math.floor(width * 0.9)] ?? 0;
  const gaps: Gap[] = [];
  for (let column = 0; column < width; column += 1) {
    if ((contrast[column] ?? 0) > strongest * inkShare) continue;
    const from = column;
    while (column < width && (contrast[column] ?? 0) <= strongest * inkShare) column += 1;
    gaps.push({ from, to: column });
  }
  return gaps;
}
