import type { AccessSubject } from '../../../lib/access/access-notes.ts';
import type { ViewerLink } from '../viewer-link.ts';

/** A mark on the timeline, such as a note. */
export type Marker = { id: string; second: number; label: string; tone?: 'warn' | 'bad' | 'chapter' };

export type MediaViewerProps = {
  url: string;
  downloadUrl: string;
  title: string;
  /** Poster image. */
  picture: string | null;
  format: string;
  sizeBytes: number;
  durationSeconds: number | null;
  /** Loudness from start to end as bytes from 0 to 255, if it was measured. */
  peaksUrl?: string | null;
  markers: readonly Marker[];
  /** Label of the waveform and its markers; defaults to notes. */
  markersLabel?: string;
  link: ViewerLink;
  /** What plays are recorded for; absent in editors, where playing is not watching. */
  recorded?: AccessSubject;
};
