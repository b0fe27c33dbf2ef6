import type { PublicSettings } from '@lectern/contract/features/settings.ts';
import { useEffect, useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { getPublicSettings } from '../../lib/first-calls.ts';
import { adoptLanguage, isLanguageRemembered } from '../../lib/theme.ts';

/** What the platform says of itself before anyone signs in. The form never waits for it. */
export function usePublicSettings(): PublicSettings | null {
  const [settings, setSettings] = useState<PublicSettings | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    call(getPublicSettings, {}, { withoutMiddleware: true, signal: leaving.signal })
      .then(async (answer) => {
        if (!isLanguageRemembered()) await adoptLanguage(answer.defaultLanguage);
        setSettings(answer);
      })
      // Without it the page shows the product's own name and no help; logging in works all the same.
      .catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return settings;
}
