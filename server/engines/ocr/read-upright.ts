import { grown, type Quad, quadHeight, quadWidth, turnQuad } from './quad.ts';
import type { Raster } from './raster.ts';
import { lineConfidence, type RawLine, readLines } from './read-lines.ts';
import type { Reader } from './reader.ts';
import { upsideDown } from './upside-down.ts';

const tall = 1.5;
/** What is read worse than this may stand on its head. */
const doubtful = 0.8;
/** Of a page: more hard lines than this are no text, and looking twice at all would take long. */
const mostLooks = 30;

/** Reads the boxes of an upright page, and those single lines that are turned in it. */
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

/** Lines that are hard to read get another look with the box a little higher, and with its ends a little in. */
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

/** A tall box is one narrow character, or a line that runs down or up. */
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
