import { createStatWords, type StatWords } from '@lectern/contract/statistics/stat-words.ts';
import { useMemo } from 'react';
import { useLanguage, useTexts } from '../../lib/i18n/use-texts.ts';

export type { StatWords };

/** Formats figures and dates in the user's language. */
export function useStatWords(): StatWords {
  const language = useLanguage();
  const { words } = useTexts().statistics;
  return useMemo(() => createStatWords(language, words), [language, words]);
}
