import type { QuarterTurn } from './port.ts';
import { grown, type Quad, quadHeight, quadWidth, turnQuad } from './quad.ts';
import { cutLine, type Raster } from './raster.ts';
import { lineConfidence, type RawLine, readLines } from './read-lines.ts';
import type { Model, Reader } from './reader.ts';

const tall = 1.5;
/** Lines read with a lower confidence may be upside down. */
const doubtful = 0.8;
/** Per page: with more hard lines than this it isn't text, and re-reading all would take too long. */
const mostLooks = 30;

/** Reads the boxes of an upright page, including single lines that are rotated. */
export async function readUpright(reader: Reader, raster: Raster, quads: readonly Quad[]): Promise<RawLine[]> {
  const level = quads.filter((quad) => quadHeight(quad) < quadWidth(quad) * tall);
  const standing = quads.filter((quad) => quadHeight(quad) >= quadWidth(quad) * tall);
  const lines = await readLines(reader.recogniser, raster, level);
  const flipped = await readFlipped(reader, raster, lines);
  const best = await readAgain(
    reader,
    raster,
    lines.map((line) => better(line, flipped.get(line))),
  );
  return [...best, ...(await readStanding(reader, raster, standing))];
}

/** Re-reads hard lines with a slightly higher box and with slightly shortened ends. */
async function readAgain(reader: Reader, raster: Raster, lines: readonly RawLine[]): Promise<RawLine[]> {
  const hard = lines.filter((line) => lineConfidence(line) < doubtful).slice(0, mostLooks);
  const looks = hard.flatMap(({ quad }) => [grown(quad, 0, 0.12), grown(quad, -0.2, 0)]);
  const read = await readLines(reader.recogniser, raster, looks);
  return lines.map((line) => {
    const at = hard.indexOf(line);
    return at < 0 ? line : read.slice(at * 2, at * 2 + 2).reduce(better, line);
  });
}

async function readFlipped(reader: Reader, raster: Raster, lines: readonly RawLine[]): Promise<Map<RawLine, RawLine>> {
  const doubted = lines.filter(
    (line) => lineConfidence(line) < doubtful && quadWidth(line.quad) > quadHeight(line.quad) * tall,
  );
  const likelihoods = await upsideDown(
    reader.classifier,
    raster,
    doubted.map(({ quad }) => quad),
  );
  const flipped = doubted.filter((_, at) => (likelihoods[at] ?? 0) > 0.9);
  const read = await readLines(
    reader.recogniser,
    raster,
    flipped.map(({ quad }) => turnQuad(quad, 2)),
  );
  return new Map(flipped.flatMap((line, at) => (read[at] ? [[line, read[at]]] : [])));
}

/** A tall box is a single narrow character or a line that runs down or up. */
async function readStanding(reader: Reader, raster: Raster, quads: readonly Quad[]): Promise<RawLine[]> {
  const ways = quads.flatMap((quad) => [quad, turnQuad(quad, 1), turnQuad(quad, 3)]);
  const read = await readLines(reader.recogniser, raster, ways);
  return quads.flatMap((_, at) => {
    const [asIs, ...turned] = read.slice(at * 3, at * 3 + 3);
    return asIs ? [turned.reduce(better, asIs)] : [];
  });
}

function better(one: RawLine, other: RawLine | undefined): RawLine {
  return other && lineConfidence(other) > lineConfidence(one) ? other : one;
}

/** Lines to sample; enough for a reliable decision. */
const sampleSize = 6;

/** Clockwise rotation that makes most text upright, found by reading a few lines in both directions. */
export async function findTurn(reader: Reader, raster: Raster, quads: readonly Quad[]): Promise<QuarterTurn> {
  const long = quads.filter((quad) => Math.max(stretch(quad), 1 / stretch(quad)) >= tall);
  const standing = long.filter((quad) => stretch(quad) < 1);
  const isStanding = inkLength(standing) > inkLength(long) * 0.6;
  const sample = longest(isStanding ? standing : long.filter((quad) => stretch(quad) >= 1));
  if (sample.length === 0) return 0;
  if (isStanding) {
    // The top of the text may be on the right or the left of the picture.
    const right = await confidence(
      reader,
      raster,
      sample.map((quad) => turnQuad(quad, 1)),
    );
    const left = await confidence(
      reader,
      raster,
      sample.map((quad) => turnQuad(quad, 3)),
    );
    const best = Math.max(right, left);
    // If neither can be read, the text is written vertically.
    if (best < 0.6) return 0;
    return right > left ? 270 : 90;
  }
  const flipped = (await upsideDown(reader.classifier, raster, sample)).filter((likelihood) => likelihood > 0.5);
  if (flipped.length * 2 < sample.length) return 0;
  const plain = await confidence(reader, raster, sample);
  const turned = await confidence(
    reader,
    raster,
    sample.map((quad) => turnQuad(quad, 2)),
  );
  return turned > plain ? 180 : 0;
}

function stretch(quad: Quad): number {
  return quadWidth(quad) / Math.max(1, quadHeight(quad));
}

function inkLength(quads: readonly Quad[]): number {
  return quads.reduce((sum, quad) => sum + Math.max(quadWidth(quad), quadHeight(quad)), 0);
}

function longest(quads: readonly Quad[]): Quad[] {
  const length = (quad: Quad) => Math.max(quadWidth(quad), quadHeight(quad));
  return [...quads].sort((one, other) => length(other) - length(one)).slice(0, sampleSize);
}

async function confidence(reader: Reader, raster: Raster, quads: readonly Quad[]): Promise<number> {
  const lines = await readLines(reader.recogniser, raster, quads);
  return lines.reduce((sum, line) => sum + lineConfidence(line), 0) / lines.length;
}

const width = 192;
const height = 48;

/** The likelihood that each line is upside down. */
async function upsideDown(classifier: Model, raster: Raster, quads: readonly Quad[]): Promise<number[]> {
  const found: number[] = [];
  for (const quad of quads) {
    const { data } = cutLine(raster, quad, width, height);
    const plane = width * height;
    const input = new Float32Array(plane * 3);
    for (let at = 0; at < plane; at += 1) {
      for (let channel = 0; channel < 3; channel += 1) {
        input[channel * plane + at] = (data[at * 3 + 2 - channel] ?? 0) / 127.5 - 1;
      }
    }
    const answer = await classifier({ data: input, shape: [1, 3, height, width] });
    found.push(answer.data[1] ?? 0);
  }
  return found;
}
