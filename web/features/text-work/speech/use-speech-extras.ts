import { hasAbility } from '@lectern/contract/roles.ts';
import { useMemo, useState } from 'react';
import type { WorkExtras } from '../../../components/workbench/workbench-context.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import type { AskedTerm } from '../glossary/term-dialogs.tsx';

/** What only transcripts have: what is replaced in one can be replaced in all of them. */
export function useSpeechExtras(isSpeech: boolean) {
  const { glossary } = useTexts().textWork;
  const mayChange = hasAbility(useCurrentUser().roleId, 'editor');
  const [asked, onAsk] = useState<AskedTerm | null>(null);
  const extras = useMemo<WorkExtras>(() => {
    if (!isSpeech || !mayChange) return {};
    return {
      elsewhere: {
        label: glossary.applyAll,
        replace: ({ query, wholeWord }, by) =>
          onAsk({ kind: 'edit', term: null, wrong: query.trim(), right: by, wholeWord }),
      },
    };
  }, [isSpeech, mayChange, glossary]);
  return { extras, asked, onAsk };
}
