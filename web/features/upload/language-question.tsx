import { useState } from 'react';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import type { BatchFacts } from './engine/upload-calls.ts';
import type { UploadItem } from './engine/upload-item.ts';
import { choiceOf, LanguageForm, languageOf } from './language-form.tsx';
import { lastLanguage, rememberLanguage } from './last-language.ts';
import { useUploads } from './uploads-context.ts';

/** What recordings of a batch are spoken in, which nobody has said yet; its files wait for it. */
export function LanguageQuestion({ batch, items }: { batch: BatchFacts; items: readonly UploadItem[] }) {
  const { upload } = useTexts();
  const { id: userId } = useCurrentUser();
  const { engine } = useUploads();
  const { batchId, libraryId } = batch;
  const [initial] = useState(() => {
    const last = lastLanguage(userId, libraryId);
    return languageOf(last) === undefined ? '' : last;
  });
  return (
    <LanguageForm
      label={upload.languageOfRecordings}
      hint={upload.languageHint}
      initial={initial}
      confirms={initial !== ''}
      submitLabel={upload.upload}
      cancelLabel={upload.cancelBatch}
      onSubmit={(language) => {
        rememberLanguage(userId, libraryId, choiceOf(language));
        engine.declare(batchId, language);
      }}
      onCancel={() => void engine.cancel(items.filter((item) => item.batchId === batchId).map(({ id }) => id))}
    />
  );
}
