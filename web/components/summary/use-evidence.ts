import type { SummaryContent, SummaryPlace } from '@lectern/contract/features/summary-content.ts';
import { listEvidence } from '@lectern/contract/features/summary-draft.ts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../lib/queries.ts';
import { placeName } from './place-words.ts';

const most = 200;

/** What stands at the places of a summary; nothing until it is known, and where it is gone. */
export function useEvidence(resourceId: string, content: Pick<SummaryContent, 'short' | 'outline'> | undefined) {
  const places = [
    ...(content?.short.flatMap(({ passages }) => passages) ?? []),
    ...(content?.outline.flatMap(({ place }) => place ?? []) ?? []),
  ];
  const at = [...new Set(places.map(placeName))].slice(0, most).join(',');
  const { data } = useQuery({
    ...queryOf(listEvidence, { params: { id: resourceId }, query: { at } }, { quiet: true }),
    enabled: at !== '',
    staleTime: 60_000,
    retry: false,
  });
  const texts = new Map(data?.map((one) => [placeName(one), one.text]));
  return (place: SummaryPlace): string | undefined => texts.get(placeName(place));
}
