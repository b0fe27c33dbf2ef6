import type { SubtitleState, SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import type { StatusTone } from '../status.tsx';
import { languageName } from '../work/work-words.ts';

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
