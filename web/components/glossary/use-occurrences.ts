import { type GlossaryOccurrence, type GlossaryRule, previewGlossary } from '@lectern/contract/features/glossary.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { type ApiError, isApiError } from '../../lib/api-error.ts';

export type Preview = {
  occurrences: readonly GlossaryOccurrence[];
  /** Where the next page begins; null: that was all. */
  next: string | null;
};

/** Every place where a term stands, a page at a time, as one asks for more. */
export function useOccurrences(rule: GlossaryRule) {
  const [preview, setPreview] = useState<Preview | null>(null);
  const [error, setError] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(true);
  const asked = useRef(rule);
  const load = useCallback(async (cursor: string | null) => {
    setBusy(true);
    setError(null);
    try {
      const { wrong, right, language, wholeWord } = asked.current;
      const body = { rule: { wrong, right, language, wholeWord }, ...(cursor !== null && { cursor }) };
      const page = await call(previewGlossary, { body }, { quiet: true });
      setPreview((known) => ({
        occurrences: [...(cursor === null ? [] : (known?.occurrences ?? [])), ...page.occurrences],
        next: page.next,
      }));
    } catch (thrown) {
      if (!isApiError(thrown)) throw thrown;
      setError(thrown);
    } finally {
      setBusy(false);
    }
  }, []);
  useEffect(() => void load(null), [load]);
  return { preview, error, busy, more: () => void load(preview?.next ?? null) };
}
