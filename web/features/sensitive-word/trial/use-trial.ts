import type { RequestOf } from '@lectern/contract/endpoint.ts';
import type { NewSensitiveWord } from '@lectern/contract/features/sensitive-word.ts';
import { testWords } from '@lectern/contract/features/sensitive-word-trial.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import type { CallOutput } from '../../../lib/callable.ts';
import { useSettled } from './use-settled.ts';

type Body = NonNullable<RequestOf<typeof testWords>['body']>;
export type TrialOf = Body['of'];
export type Trial = CallOutput<typeof testWords>;

const pauseMs = 400;

/** What the words find in a text or a resource, as one types; null: there is nothing to look in yet. */
export function useTrial(of: TrialOf | null, word: NewSensitiveWord | undefined) {
  const wanted: Body | null = of && word?.text !== '' ? { of, ...(word && { word }) } : null;
  const body = useSettled(wanted, pauseMs);
  const trial = useQuery<Trial, ApiError>({
    queryKey: ['trial', JSON.stringify(body)],
    queryFn: ({ signal }) => call(testWords, body ? { body } : {}, { quiet: true, signal }),
    enabled: wanted !== null && body !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 30_000,
  });
  const isSettled = JSON.stringify(wanted) === JSON.stringify(body);
  return {
    found: wanted ? trial.data : undefined,
    error: wanted ? trial.error : null,
    /** What is shown belongs to what was typed before. */
    looking: wanted !== null && (!isSettled || trial.isFetching),
    retry: () => void trial.refetch(),
  };
}
