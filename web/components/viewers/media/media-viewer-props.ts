import type { AccessSubject } from '../../../lib/access/access-notes.ts';
import type { ViewerLink } from '../viewer-link.ts';

/** Something that is remarkable at one second, such as a note. */
export type Marker = { id: string; second: number; label: string; tone?: 'warn' | 'bad' | 'chapter' };

export type MediaViewerProps = {
  url: string;
  downloadUrl: string;
  title: string;
  /** A still picture of it. */
  picture: string | null;
  /** Such as `mp4`. */
  format: string;
  sizeBytes: number;
  durationSeconds: number | null;
  /** How loud it is from start to end, where that was measured: bytes from 0 to 255. */
  peaksUrl?: string | null;
  markers: readonly Marker[];
  /** What the waveform and what is marked on it are called, if not after notes. */
  markersLabel?: string;
  link: ViewerLink;
  /** What is counted as played; missing where one works on it instead of watching it. */
  recorded?: AccessSubject;
};
