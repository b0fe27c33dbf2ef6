import type { ResourceVersion } from '@lectern/contract/features/resource.ts';
import { clock } from '../../../components/viewers/media/clock.ts';
import type { Format } from '../../../lib/format.ts';
import { fillText, type Texts } from '../../../lib/i18n/use-texts.ts';

export type Fact = { label: string; value: string };
type FactName = keyof Texts['resourceDetail']['facts'];
type Told = readonly (readonly [FactName, string | null | undefined | 0])[];

const said = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);
const counted = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const part = (value: unknown) =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};

function listOf(told: Told, { resourceDetail }: Texts): Fact[] {
  return told.flatMap(([name, value]) => (value ? [{ label: resourceDetail.facts[name], value }] : []));
}

/** What a file is, and what it says of itself. */
export function fileFacts(version: ResourceVersion, texts: Texts, format: Format): Fact[] {
  const { facts, durationSeconds, pageCount, width, height } = version;
  const { resourceDetail, viewer } = texts;
  const picture = part(facts.video);
  const sound = part(facts.audio);
  const rate = counted(picture.frameRate);
  const bits = counted(facts.bitRate);
  const hertz = counted(sound.sampleRate);
  const channels = counted(sound.channels);
  const frames = counted(facts.frames);
  return listOf(
    [
      ['format', version.format.toUpperCase()],
      ['size', format.bytes(version.sizeBytes)],
      ['length', durationSeconds === null ? null : clock(durationSeconds)],
      ['pages', pageCount === null ? null : format.number(pageCount)],
      ['pixels', width && height ? fillText(viewer.pixels, { width, height }) : null],
      ['video', joined(said(picture.codec), rate && fillText(resourceDetail.framesPerSecond, { value: rate }))],
      [
        'audio',
        joined(
          said(sound.codec),
          hertz && fillText(resourceDetail.hertz, { value: format.number(hertz / 1000) }),
          channels && (resourceDetail.channelNames[channels] ?? fillText(resourceDetail.channels, { count: channels })),
        ),
      ],
      ['bitRate', bits && fillText(resourceDetail.kilobits, { value: format.number(Math.round(bits / 1000)) })],
      ['frames', frames && frames > 1 ? format.number(frames) : null],
      ['title', said(facts.title)],
      ['author', said(facts.author)],
      ['producer', said(facts.producer)],
      ['pdfVersion', said(facts.pdfVersion)],
    ],
    texts,
  );
}

/** What a camera noted in a picture. */
export function cameraFacts(version: ResourceVersion, texts: Texts, format: Format): Fact[] {
  const exif = part(version.facts.exif);
  const exposure = counted(exif.exposureSeconds);
  const aperture = counted(exif.aperture);
  const focal = counted(exif.focalLengthMm);
  const iso = counted(exif.iso);
  const place = placeOf(version);
  return listOf(
    [
      ['camera', said(exif.camera)],
      ['lens', said(exif.lens)],
      ['takenAt', takenWords(said(exif.takenAt), format)],
      ['exposure', exposure && (exposure < 1 ? `1/${Math.round(1 / exposure)} s` : `${format.number(exposure)} s`)],
      ['aperture', aperture && `f/${format.number(aperture)}`],
      ['focalLength', focal && `${format.number(focal)} mm`],
      ['iso', iso && String(iso)],
      ['description', said(exif.description)],
      ['artist', said(exif.artist)],
      ['copyright', said(exif.copyright)],
      ['gps', place && `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`],
    ],
    texts,
  );
}

/** Where a picture was taken, if its file says so. */
export function placeOf({ facts }: ResourceVersion): { latitude: number; longitude: number } | null {
  const gps = part(part(facts.exif).gps);
  const latitude = counted(gps.latitude);
  const longitude = counted(gps.longitude);
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Cameras know no time zone: the words are theirs, not moved to ours. */
function takenWords(taken: string | null, format: Format): string | null {
  if (!taken) return null;
  const local = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/.exec(taken);
  return local ? `${format.date(`${local[1]}T12:00:00Z`)} ${local[2]}` : taken;
}

function joined(...parts: (string | null | 0 | false | '')[]): string | null {
  return parts.filter(Boolean).join(' · ') || null;
}
