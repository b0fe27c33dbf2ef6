import type { ReadCharacter } from './decode-line.ts';
import { detectLines } from './detect-lines.ts';
import { hanShare, isDense, isHan, type PlacedCharacter, placeCharacters } from './place-characters.ts';
import type { FractionBox, OcrLine, OcrOptions, OcrSource, QuarterTurn, ReadPage } from './port.ts';
import { doubtfulBelow } from './port.ts';
import { type Bounds, boundsOf, type Point, type Quad, quadHeight, slice } from './quad.ts';
import { cropRaster, loadRaster, type Raster, turnRaster } from './raster.ts';
import type { RawLine } from './read-lines.ts';
import { findTurn, readUpright } from './read-upright.ts';
import type { Reader } from './reader.ts';
import { inReadingOrder } from './reading-order.ts';
import { settleText } from './settle-text.ts';

/** A line with a lower mean likelihood is a picture or a stain. */
const leastLikelihood = 0.5;
/** Lines that rise by less than this fraction of the page width count as level. */
const level = 0.004;

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

/** Boxes extend slightly beyond their ink, which would close narrow gutters. */
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

/** At least one pixel, clipped to the picture. */
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

type ChosenReading = { line: RawLine; characters: ReadCharacter[] };

/**
 * A page with a smaller share of Chinese characters has none: the recognizer sometimes mistakes dashes, bars and
 * stains for them.
 */
const strayShare = 0.02;
/** On such a page, a line with at least this many confident Chinese characters is still Chinese. */
const sureCharacters = 2;
const sure = 0.85;

/** Chooses for each line the reading with all characters or the one restricted to English. */
function chooseReadings(lines: readonly RawLine[], language: OcrOptions['language']): ChosenReading[] {
  const share = hanShare(lines.map(({ reading }) => textOf(reading.all)).join('')) ?? 0;
  const isEnglish = language === 'en' || (language === 'auto' && share < strayShare);
  return lines.map((line) => {
    const { all, latin } = line.reading;
    const meant = all.filter(({ text, confidence }) => isHan(text) && confidence > sure).length >= sureCharacters;
    return { line, characters: isEnglish && (language === 'en' || !meant) ? latin : all };
  });
}

function textOf(characters: readonly ReadCharacter[]): string {
  return characters.map(({ text }) => text).join('');
}

/** In line heights: pieces with a smaller gap are one line that the detector split. */
const nearest = 0.7;

/** Joins consecutive pieces of one line. */
function joinRows(lines: readonly BuiltLine[]): BuiltLine[] {
  const joined: BuiltLine[] = [];
  for (const line of lines) {
    const last = joined.at(-1);
    if (last && isContinued(last, line)) joined[joined.length - 1] = join(last, line);
    else joined.push(line);
  }
  return joined;
}

function isContinued(left: BuiltLine, right: BuiltLine): boolean {
  const [a, b] = [boundsOf(left.quad), boundsOf(right.quad)];
  const [tall, short] = [quadHeight(left.quad), quadHeight(right.quad)].sort((one, other) => other - one);
  if (!tall || !short || tall > short * 1.5) return false;
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const paper = b.left - a.right;
  return overlap > short * 0.7 && paper > -short * 0.5 && paper < short * nearest;
}

function join(left: BuiltLine, right: BuiltLine): BuiltLine {
  const dense = isDense(left.text.at(-1) ?? '') && isDense(right.text.at(0) ?? '');
  const weight = [left.text.length, right.text.length] as const;
  return {
    text: `${left.text}${dense ? '' : ' '}${right.text}`,
    likelihood: (left.likelihood * weight[0] + right.likelihood * weight[1]) / (weight[0] + weight[1]),
    quad: [left.quad[0], right.quad[1], right.quad[2], left.quad[3]],
    words: [...left.words, ...right.words],
  };
}

type BuiltWord = { text: string; confidence: number; quad: Quad };
/** `likelihood` is the mean over the line's characters. */
type BuiltLine = { text: string; likelihood: number; quad: Quad; words: BuiltWord[] };

/** Long runs of Chinese are split at this length, so a match can be marked precisely. */
const longestRun = 12;

/** Builds a line with its spaces, unified punctuation and word boxes. */
function buildLine(line: RawLine, characters: readonly ReadCharacter[]): BuiltLine {
  const placed = settleText(placeCharacters(line, characters));
  const words = groupWords(placed).map((group) => ({
    text: group.map(({ text }) => text).join(''),
    confidence: wordConfidence(group),
    quad: slice(line.quad, group[0]?.from ?? 0, group.at(-1)?.to ?? 1),
  }));
  return {
    text: placed.map(({ text }) => text).join(''),
    likelihood: meanLikelihood(characters),
    quad: line.quad,
    words,
  };
}

function groupWords(placed: readonly PlacedCharacter[]): PlacedCharacter[][] {
  const groups: PlacedCharacter[][] = [];
  let previous: PlacedCharacter | undefined;
  for (const character of placed) {
    if (character.text !== ' ') {
      const last = groups.at(-1);
      if (last && previous && belongs(previous, character) && last.length < longest(character)) last.push(character);
      else groups.push([character]);
    }
    previous = character;
  }
  return groups;
}

function belongs(previous: PlacedCharacter, next: PlacedCharacter): boolean {
  return previous.text !== ' ' && isDense(previous.text) === isDense(next.text);
}

function longest({ text }: PlacedCharacter): number {
  return isDense(text) ? longestRun : Infinity;
}

function meanLikelihood(characters: readonly { confidence: number }[]): number {
  if (characters.length === 0) return 0;
  return characters.reduce((sum, { confidence }) => sum + confidence, 0) / characters.length;
}

/**
 * Calibrated so that marking words whose least certain character is below this finds half of the wrong words in the
 * development images.
 */
const doubtfulLikelihood = 0.86;

/**
 * Confidence of the least certain character, because one wrong letter makes the word wrong; converted to the scale
 * shared by all engines.
 */
export function wordConfidence(characters: readonly { confidence: number }[]): number {
  const least = Math.min(1, ...characters.map(({ confidence }) => confidence));
  if (least < doubtfulLikelihood) return (least / doubtfulLikelihood) * doubtfulBelow;
  return doubtfulBelow + ((least - doubtfulLikelihood) / (1 - doubtfulLikelihood)) * (1 - doubtfulBelow);
}

/** Mean word confidence, weighted by length. */
export function lineConfidence(words: readonly { text: string; confidence: number }[]): number {
  const length = words.reduce((sum, { text }) => sum + text.length, 0);
  return words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, length);
}
