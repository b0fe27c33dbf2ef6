import { mayOpenPath } from '@lectern/contract/access.ts';
import { glossaryPages } from '@lectern/contract/features/glossary.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useMemo, useState } from 'react';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import type { WorkExtras } from '../workbench/workbench-context.ts';
import type { AskedTerm } from './term-dialogs.tsx';

/** Extends a replacement in one text to every text in the library. */
export function useReplaceElsewhere() {
  const { glossary } = useTexts().textWork;
  const me = useCurrentUser();
  const mayChange = hasAbility(me.roleId, 'editor') && glossaryPages.some((page) => mayOpenPath(me, page));
  const [asked, onAsk] = useState<AskedTerm | null>(null);
  const elsewhere = useMemo<WorkExtras['elsewhere'] | undefined>(
    () =>
      mayChange
        ? {
            label: glossary.applyAll,
            replace: ({ query, wholeWord }, by) =>
              onAsk({ kind: 'edit', term: null, wrong: query.trim(), right: by, wholeWord }),
          }
        : undefined,
    [mayChange, glossary],
  );
  return { elsewhere, asked, onAsk };
}
