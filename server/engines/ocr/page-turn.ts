import type { QuarterTurn } from './port.ts';
import { type Quad, quadHeight, quadWidth, turnQuad } from './quad.ts';
import type { Raster } from './raster.ts';
import { lineConfidence, readLines } from './read-lines.ts';
import type { Reader } from './reader.ts';
import { upsideDown } from './upside-down.ts';

/** As many lines as it takes to be sure. */
const sampleSize = 6;
const tall = 1.5;

/** How far the picture must be turned clockwise so that most of its text is upright, by reading some lines both ways. */
export async function findTurn(reader: Reader, raster: Raster, quads: readonly Quad[]): Promise<QuarterTurn> {
  const long = quads.filter((quad) => Math.max(stretch(quad), 1 / stretch(quad)) >= tall);
  const standing = long.filter((quad) => stretch(quad) < 1);
  const isStanding = inkLength(standing) > inkLength(long) * 0.6;
  const sample = longest(isStanding ? standing : long.filter((quad) => stretch(quad) >= 1));
  if (sample.length === 0) return 0;
  if (isStanding) {
    // The top of the text is on the right of the picture, or on its left.
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
    // Neither can be read: text that is written downwards.
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
