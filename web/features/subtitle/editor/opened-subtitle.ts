import type { getSubtitle, listSubtitleVersions } from '@lectern/contract/features/subtitle.ts';
import type { CallOutput } from '../../../lib/callable.ts';

/** A track with its cues, as it was fetched. */
export type OpenedSubtitle = CallOutput<typeof getSubtitle>;
export type KnownTexts = CallOutput<typeof listSubtitleVersions>;
