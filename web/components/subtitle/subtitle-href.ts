import { type SubtitleState, type SubtitleTrack, subtitleList } from '@lectern/contract/features/subtitle.ts';
import type { StatusTone } from '../status.tsx';
import { languageName } from '../work/work-words.ts';

type From = {
  language?: string | undefined;
  /** Of the list it was opened from, also where it is the list's first one and empty; absent: it was not. */
  view?: string | null | undefined;
};

/** The editor of a video's subtitles; it remembers the language, and the view of the list it was opened from. */
export function subtitleHref(resourceId: string, { language, view }: From = {}): string {
  const known = { ...(language && { language }), ...(typeof view === 'string' && { view }) };
  return `${subtitleList.page}?${new URLSearchParams({ id: resourceId, ...known })}`;
}

/** A track as people call it. */
export function trackName({ label, language }: Pick<SubtitleTrack, 'label' | 'language'>): string {
  return label || languageName(language);
}

export const stateTones: Record<SubtitleState, StatusTone> = {
  auto: 'idle',
  edited: 'warn',
  checked: 'info',
  published: 'ok',
};
