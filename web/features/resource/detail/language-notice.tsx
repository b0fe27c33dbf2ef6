import { listResourceWork, runStep } from '@lectern/contract/features/machine-work.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { currentLanguageNames } from '../../../components/resource/list/current-language-names.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../../lib/queries.ts';

/** A recording was said to be in another language than before: what was heard in it may be for nothing. */
export function LanguageNotice({ resource }: { resource: ResourceDetailView }) {
  const { resourceDetail, words } = useTexts();
  const { id, kind, language, mayEdit } = resource;
  const [known, setKnown] = useState(language);
  const run = useMutationOf(runStep, { invalidates: [listResourceWork], idempotent: true });
  const speaks = kind === 'video' || kind === 'audio';
  if (!speaks || !mayEdit || !language || language === known) return null;
  const again = () =>
    run.mutate({ params: { id, kind: 'asr' }, body: { options: {} } }, { onSuccess: () => setKnown(language) });
  return (
    <Banner
      tone="info"
      icon="audio"
      actions={
        <>
          <Button size="small" busy={run.isPending} onClick={again}>
            {resourceDetail.hearAgain}
          </Button>
          <Button size="small" look="quiet" onClick={() => setKnown(language)}>
            {words.close}
          </Button>
        </>
      }
    >
      {fillText(resourceDetail.languageChanged, { language: currentLanguageNames()[language] ?? language })}
    </Banner>
  );
}
