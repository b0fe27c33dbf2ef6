import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import type {
  getSubtitle,
  listResourceSubtitles,
  listSubtitleVersions,
  SubtitleTrack,
} from '@lectern/contract/features/subtitle.ts';
import type { Walk } from '../../../components/walk/walk.ts';
import type { CallOutput } from '../../../lib/callable.ts';

/** A track with its cues, as it was fetched. */
export type OpenedSubtitle = CallOutput<typeof getSubtitle>;
export type KnownTexts = CallOutput<typeof listSubtitleVersions>;
export type KnownTracks = CallOutput<typeof listResourceSubtitles>;
export type EditorProps = { resource: ResourceDetailView; track: SubtitleTrack; known: KnownTracks; walk: Walk };
