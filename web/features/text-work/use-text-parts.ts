import { getReading, type ReadingPart, type ReadingSource } from '@lectern/contract/features/reading.ts';
import type { listReadingVersions } from '@lectern/contract/features/reading-edit.ts';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { type ApiError, isApiError } from '../../lib/api-error.ts';
import type { CallOutput } from '../../lib/callable.ts';

/** Parts per call. */
const size = 50;

type TextParts =
  | { state: 'loading'; done: number }
  | { state: 'ready'; parts: ReadingPart[] }
  | { state: 'failed'; error: ApiError };

type TextRequest = { id: string; source: ReadingSource; readingId: string; count: number; words?: boolean };

/** Loads all parts of a text with their words. Never refetches, because the text is being edited. */
export function useTextParts({ id, source, readingId, count, words = true }: TextRequest) {
  const [loaded, setLoaded] = useState<TextParts>({ state: 'loading', done: 0 });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useEffect(() => {
    const abort = new AbortController();
    const fetchAll = async () => {
      const parts: ReadingPart[] = [];
      // Pages without text have no part, so part numbers have gaps.
      for (let from = 1; ; from = (parts.at(-1)?.number ?? 0) + 1) {
        const query = { readingId, from, size, words: String(words) } as const;
        const answer = await call(getReading, { params: { id, source }, query }, { quiet: true, signal: abort.signal });
        parts.push(...answer.parts);
        if (answer.parts.length < size || parts.length >= count) return parts;
        if (!abort.signal.aborted) setLoaded({ state: 'loading', done: parts.length });
      }
    };
    setLoaded({ state: 'loading', done: 0 });
    fetchAll().then(
      (parts) => !abort.signal.aborted && setLoaded({ state: 'ready', parts }),
      (error: unknown) => {
        if (!isApiError(error)) throw error;
        if (!abort.signal.aborted) setLoaded({ state: 'failed', error });
      },
    );
    return () => abort.abort();
  }, [id, source, readingId, count, words, attempt]);
  return { loaded, retry: () => setAttempt(attempt + 1) };
}

/** What is known before the text itself loads: its versions, an existing draft, and whether the user may edit it. */
export type KnownVersions = CallOutput<typeof listReadingVersions>;
