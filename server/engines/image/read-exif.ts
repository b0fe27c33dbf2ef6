import {
  exifPointer,
  firstDirectory,
  gpsPointer,
  openTiff,
  pointerOf,
  type Tag,
  type Tiff,
  tagsAt,
} from './tiff-tags.ts';

type Exif = {
  camera: string | null;
  lens: string | null;
  takenAt: string | null;
  exposureSeconds: number | null;
  aperture: number | null;
  iso: number | null;
  focalLengthMm: number | null;
  description: string | null;
  artist: string | null;
  copyright: string | null;
  gps: { latitude: number; longitude: number } | null;
};

const longestText = 500;

/** What a camera noted in a picture; undefined where it noted nothing that can be read. */
export function readExif(bytes: Buffer): Exif | undefined {
  const start = bytes.toString('latin1', 0, 6) === 'Exif\0\0' ? 6 : 0;
  const tiff = openTiff(bytes, start);
  const first = tiff && firstDirectory(tiff);
  if (!tiff || first === undefined) return undefined;
  const main = tagsAt(tiff, first);
  const detailsAt = pointerOf(tiff, main, exifPointer);
  const details = detailsAt === undefined ? [] : tagsAt(tiff, detailsAt);
  const gpsAt = pointerOf(tiff, main, gpsPointer);
  const text = (tags: Tag[], id: number) => textOf(tiff, tags, id);
  const number = (id: number) => numbersOf(tiff, details, id)[0] ?? null;
  return {
    camera: [text(main, 0x010f), text(main, 0x0110)].filter(Boolean).join(' ') || null,
    lens: text(details, 0xa434),
    takenAt: instantOf(text(details, 0x9003) ?? text(main, 0x0132)),
    exposureSeconds: number(0x829a),
    aperture: number(0x829d),
    iso: number(0x8827),
    focalLengthMm: number(0x920a),
    description: text(main, 0x010e),
    artist: text(main, 0x013b),
    copyright: text(main, 0x8298),
    gps: gpsAt === undefined ? null : placeOf(tiff, tagsAt(tiff, gpsAt)),
  };
}

function placeOf(tiff: Tiff, tags: Tag[]): Exif['gps'] {
  const latitude = degreesOf(tiff, tags, 1, 2, 'S');
  const longitude = degreesOf(tiff, tags, 3, 4, 'W');
  if (latitude === null || longitude === null) return null;
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}

function degreesOf(tiff: Tiff, tags: Tag[], side: number, value: number, negative: string): number | null {
  const [degrees, minutes = 0, seconds = 0] = numbersOf(tiff, tags, value);
  if (degrees === undefined) return null;
  const amount = degrees + minutes / 60 + seconds / 3600;
  return Math.round((textOf(tiff, tags, side) === negative ? -amount : amount) * 1e6) / 1e6;
}

function numbersOf(tiff: Tiff, tags: readonly Tag[], id: number): number[] {
  const tag = tags.find((one) => one.id === id);
  if (!tag) return [];
  const { type, valueAt } = tag;
  const count = Math.min(tag.count, 4);
  const read = (index: number): number => {
    if (type === 3) return tiff.u16(valueAt + index * 2);
    if (type === 4) return tiff.u32(valueAt + index * 4);
    if (type !== 5) return Number.NaN;
    return tiff.u32(valueAt + index * 8) / tiff.u32(valueAt + index * 8 + 4);
  };
  const numbers = Array.from({ length: count }, (_, index) => read(index));
  return numbers.every(Number.isFinite) ? numbers.map((value) => Math.round(value * 1e6) / 1e6) : [];
}

function textOf(tiff: Tiff, tags: readonly Tag[], id: number): string | null {
  const tag = tags.find((one) => one.id === id && one.type === 2);
  if (!tag) return null;
  const end = tag.valueAt + Math.min(tag.byteLength, longestText);
  return tiff.bytes.toString('utf8', tag.valueAt, end).split('\0')[0]?.trim() || null;
}

function instantOf(text: string | null): string | null {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/.exec(text ?? '');
  return parts ? `${parts[1]}-${parts[2]}-${parts[3]}T${parts[4]}:${parts[5]}:${parts[6]}` : null;
}
