import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { editImage } from '@lectern/contract/features/resource-detail.ts';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import { type Format, useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import './fact-cards.css';

type Props = { resource: ResourceDetailView; version: ResourceVersion; mayChange: boolean };

/** Metadata of the file, shown below the viewer. */
export function FactCards(props: Props) {
  return props.resource.kind === 'image' ? <CameraCard {...props} /> : <FileCard version={props.version} />;
}

function FileCard({ version }: { version: ResourceVersion }) {
  const texts = useTexts();
  const format = useFormat();
  return (
    <Card
      title={texts.resourceDetail.fileTitle}
      className="fact-card"
      aside={<span title={version.fileName}>{version.fileName}</span>}
    >
      <FactList facts={fileFacts(version, texts, format)} />
    </Card>
  );
}

type CameraCardProps = { resource: ResourceDetailView; version: ResourceVersion; mayChange: boolean };

/** EXIF data of the picture; the location can be removed. */
function CameraCard({ resource, version, mayChange }: CameraCardProps) {
  const texts = useTexts();
  const { resourceDetail } = texts;
  const format = useFormat();
  const [asking, setAsking] = useState(false);
  const strip = useMutationOf(editImage, { idempotent: true });
  const facts = cameraFacts(version, texts, format);
  const place = placeOf(version);
  if (facts.length === 0) return null;
  const remove = () =>
    strip.mutate(
      {
        params: { id: resource.id },
        body: { rotate: 0, crop: null, stripGps: true, version: resource.version },
      },
      {
        onSuccess: () => {
          setAsking(false);
          notify({ level: 'info', title: resourceDetail.imageEditing });
        },
      },
    );
  return (
    <Card title={resourceDetail.cameraTitle} className="fact-card">
      {place && (
        <Banner
          tone="warning"
          label={resourceDetail.facts.gps}
          actions={
            mayChange && (
              <Button size="small" onClick={() => setAsking(true)}>
                {resourceDetail.stripGps}
              </Button>
            )
          }
        >
          {resourceDetail.gpsWarning}
        </Banner>
      )}
      <FactList facts={facts} />
      <ConfirmDialog
        open={asking}
        title={resourceDetail.stripTitle}
        confirmLabel={resourceDetail.stripGps}
        busy={strip.isPending}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        {resourceDetail.stripText}
      </ConfirmDialog>
    </Card>
  );
}

type Fact = { label: string; value: string };
type FactName = keyof Texts['resourceDetail']['facts'];
type Told = readonly (readonly [FactName, string | null | undefined | 0])[];

const said = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);
const codecNames: Readonly<Record<string, string>> = { h264: 'H.264', h265: 'H.265', opus: 'Opus', vorbis: 'Vorbis' };
const codecName = (codec: unknown) => {
  const name = said(codec);
  return name && (codecNames[name] ?? name.toUpperCase());
};
const counted = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const part = (value: unknown) =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};

function listOf(told: Told, { resourceDetail }: Texts): Fact[] {
  return told.flatMap(([name, value]) => (value ? [{ label: resourceDetail.facts[name], value }] : []));
}

/** Facts about the file and its embedded metadata. */
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
      ['video', joined(codecName(picture.codec), rate && fillText(resourceDetail.framesPerSecond, { value: rate }))],
      [
        'audio',
        joined(
          codecName(sound.codec),
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

/** EXIF data as facts. */
function cameraFacts(version: ResourceVersion, texts: Texts, format: Format): Fact[] {
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

/** GPS coordinates of a picture; null when the file has none. */
function placeOf({ facts }: ResourceVersion): { latitude: number; longitude: number } | null {
  const gps = part(part(facts.exif).gps);
  const latitude = counted(gps.latitude);
  const longitude = counted(gps.longitude);
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** EXIF times have no time zone, so they are shown as written instead of being converted. */
function takenWords(taken: string | null, format: Format): string | null {
  if (!taken) return null;
  const local = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})/.exec(taken);
  return local ? `${format.date(`${local[1]}T12:00:00Z`)} ${local[2]}` : taken;
}

function joined(...parts: (string | null | 0 | false | '')[]): string | null {
  return parts.filter(Boolean).join(' · ') || null;
}
