import type { SubtitleState, SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { subtitleStateWords } from '@lectern/contract/features/subtitle-words.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import type { StatusTone } from '../status.tsx';
import { languageName } from '../work/work-words.ts';

/** A track as people call it. */
export function trackName({ label, language }: Pick<SubtitleTrack, 'label' | 'language'>): string {
  return label || languageName(language);
}

export function stateName(state: SubtitleState): string {
  return inLanguage(subtitleStateWords)[state];
}

export const stateTones: Record<SubtitleState, StatusTone> = {
  auto: 'idle',
  edited: 'warn',
  checked: 'info',
  published: 'ok',
};
