import { type BuiltLine, buildLine } from './build-line.ts';
import { chooseReadings } from './choose-readings.ts';
import { detectLines } from './detect-lines.ts';
import { joinRows } from './join-rows.ts';
import { findTurn } from './page-turn.ts';
import type { FractionBox, OcrLine, OcrOptions, OcrSource, QuarterTurn, ReadPage } from './port.ts';
import { type Bounds, boundsOf, type Point, type Quad } from './quad.ts';
import { cropRaster, loadRaster, type Raster, turnRaster } from './raster.ts';
import { readUpright } from './read-upright.ts';
import type { Reader } from './reader.ts';
import { inReadingOrder } from './reading-order.ts';
import { lineConfidence } from './word-confidence.ts';

/** Below this, what was read is a picture or a stain. */
const leastLikelihood = 0.5;
/** Lines that rise by less than this share of the page's width are level to the eye. */
const level = 0.004;

/** One page from the file to its lines. */
export async function readPage(reader: Reader, source: OcrSource, options: OcrOptions): Promise<ReadPage> {
  const loaded = await loadRaster(source);
  const asked = options.rotate === 'auto' ? 0 : options.rotate;
  let raster = await turnRaster(loaded.raster, asked);
  let rotation: QuarterTurn = asked;
  const region = options.region && inPixels(options.region, raster);
  const part = region ? await cropRaster(raster, region.left, region.top, region.width, region.height) : raster;
  let quads = await detectLines(reader.detector, part);
  let seen = part;
  if (options.rotate === 'auto' && !region) {
    rotation = await findTurn(reader, raster, quads);
    if (rotation !== 0) {
      raster = await turnRaster(raster, rotation);
      seen = raster;
      quads = await detectLines(reader.detector, seen);
    }
  }
  const lines = chooseReadings(await readUpright(reader, seen, quads), options.language)
    .map(({ line, characters }) => buildLine(line, characters))
    .filter(({ text, likelihood }) => text.trim() !== '' && likelihood >= leastLikelihood);
  const ordered = joinRows(inReadingOrder(lines, ({ quad }) => inkBounds(quad)));
  const sideways = rotation === 90 || rotation === 270;
  const place = { left: region?.left ?? 0, top: region?.top ?? 0, width: raster.width, height: raster.height };
  return {
    width: sideways ? loaded.height : loaded.width,
    height: sideways ? loaded.width : loaded.height,
    rotation,
    lines: ordered.map((line) => asLine(line, place)),
  };
}

/** Boxes reach a little beyond their ink, which would close narrow gutters. */
function inkBounds(quad: Quad): Bounds {
  const { left, top, right, bottom } = boundsOf(quad);
  const margin = Math.min(bottom - top, right - left) * 0.25;
  return { left: left + margin, top, right: right - margin, bottom };
}

type Place = { left: number; top: number; width: number; height: number };

function asLine(line: BuiltLine, place: Place): OcrLine {
  const corners = line.quad.map((point) => asFraction(point, place));
  const [first, second] = corners;
  const rises = Math.abs((first?.[1] ?? 0) - (second?.[1] ?? 0)) > level;
  return {
    text: line.text,
    confidence: round(lineConfidence(line.words), 3),
    box: asBox(line.quad, place),
    ...(rises && { polygon: corners }),
    words: line.words.map(({ text, quad, confidence }) => ({
      text,
      box: asBox(quad, place),
      confidence: round(confidence, 3),
    })),
  };
}

function asFraction({ x, y }: Point, { left, top, width, height }: Place): [number, number] {
  const share = (value: number) => round(Math.min(1, Math.max(0, value)), 4);
  return [share((x + left) / width), share((y + top) / height)];
}

function asBox(quad: Quad, place: Place): FractionBox {
  const { left, top, right, bottom } = boundsOf(quad);
  const [x, y] = asFraction({ x: left, y: top }, place);
  const [endX, endY] = asFraction({ x: right, y: bottom }, place);
  return [x, y, round(endX - x, 4), round(endY - y, 4)];
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** At least a pixel, within the picture. */
function inPixels([left, top, width, height]: FractionBox, raster: Raster): Place {
  const x = Math.min(raster.width - 1, Math.max(0, Math.round(left * raster.width)));
  const y = Math.min(raster.height - 1, Math.max(0, Math.round(top * raster.height)));
  return {
    left: x,
    top: y,
    width: Math.max(1, Math.min(raster.width - x, Math.round(width * raster.width))),
    height: Math.max(1, Math.min(raster.height - y, Math.round(height * raster.height))),
  };
}
