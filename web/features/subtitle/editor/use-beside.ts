import { getSubtitle, type SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { queryOf } from '../../../lib/queries.ts';
import type { Desk } from './desk-context.ts';

/** Another language beside the one that is worked on, while that is wanted. */
export function useBeside(store: Desk['beside'], others: readonly SubtitleTrack[], wanted: boolean) {
  const [chosen, setChosen] = useState<string | null>(null);
  const track = others.find(({ id }) => id === chosen) ?? others.find(({ isDefault }) => isDefault) ?? others[0];
  const { data } = useQuery({
    ...queryOf(getSubtitle, { params: { id: track?.id ?? '' } }, { quiet: true }),
    enabled: wanted && track !== undefined,
    retry: false,
  });
  const cues = wanted ? data?.cues : undefined;
  const language = track?.language;
  useEffect(() => {
    store.set(cues && language ? { language, cues } : null);
  }, [store, cues, language]);
  return { id: track?.id ?? null, choose: setChosen };
}
export type Beside = ReturnType<typeof useBeside>;
