import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import type {
  getSubtitle,
  listResourceSubtitles,
  listSubtitleVersions,
  SubtitleTrack,
} from '@lectern/contract/features/subtitle.ts';
import type { CueProblemKind } from '@lectern/contract/subtitle/check-cues.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { createContext, use } from 'react';
import type { Walk } from '../../../components/walk/walk.ts';
import type { CallOutput } from '../../../lib/callable.ts';
import type { Store } from '../../../lib/store.ts';
import type { SubtitleEdit } from './use-subtitle-edit.ts';

/** State shared by the parts of the editor; the same object while the text is open. */
export type Desk = Pick<SubtitleEdit, 'work' | 'checks'> & {
  /** Cues of another language shown beside these; null when none is. */
  beside: Store<{ language: string; cues: readonly Cue[] } | null>;
  /** Created once, because every visible cue uses them. */
  problemNames: Record<CueProblemKind, string>;
  fixNames: Record<CueProblemKind, string>;
};

const Context = createContext<Desk | null>(null);
export const DeskProvider = Context;

export function useDesk(): Desk {
  const desk = use(Context);
  if (!desk) throw new Error('A part of the subtitle editor stands outside of it');
  return desk;
}

/** A track with its cues, as fetched. */
export type OpenedSubtitle = CallOutput<typeof getSubtitle>;
export type KnownTexts = CallOutput<typeof listSubtitleVersions>;
export type KnownTracks = CallOutput<typeof listResourceSubtitles>;
export type EditorProps = { resource: ResourceDetailView; track: SubtitleTrack; known: KnownTracks; walk: Walk };
