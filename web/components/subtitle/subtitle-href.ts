import { type SubtitleState, type SubtitleTrack, subtitleList } from '@lectern/contract/features/subtitle.ts';
import type { StatusTone } from '../status.tsx';
import { languageName } from '../work/work-words.ts';

type From = {
  language?: string | undefined;
  /**
   * View of the list the editor was opened from; empty for the list's first view, absent when not opened from a list.
   */
  view?: string | null | undefined;
};

/** Link to the subtitle editor of a video, with the language and the list view to return to. */
export function subtitleHref(resourceId: string, { language, view }: From = {}): string {
  const known = { ...(language && { language }), ...(typeof view === 'string' && { view }) };
  return `${subtitleList.page}?${new URLSearchParams({ id: resourceId, ...known })}`;
}

/** The track's label, or its language if it has none. */
export function trackName({ label, language }: Pick<SubtitleTrack, 'label' | 'language'>): string {
  return label || languageName(language);
}

export const stateTones: Record<SubtitleState, StatusTone> = {
  auto: 'idle',
  edited: 'warn',
  checked: 'info',
  published: 'ok',
};
