import type { UploadRow } from '@lectern/contract/features/upload.ts';
import { languageName } from '@lectern/contract/language.ts';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useLanguage, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import type { BatchLanguage } from './engine/upload-calls.ts';
import { choiceOf, LanguageForm } from './language-form.tsx';
import { rememberLanguage } from './last-language.ts';
import { useUploads } from './uploads-context.ts';

/** The language of the batch that is being sent, which can be another one while files are under way. */
export function BatchLanguageLine({ row }: { row: UploadRow }) {
  const { upload, words } = useTexts();
  const shown = useLanguage();
  const { id: userId } = useCurrentUser();
  const { engine } = useUploads();
  const [changing, setChanging] = useState(false);
  const { batchId, libraryId, folderId, replacesId, language } = row;
  const change = async (chosen: BatchLanguage) => {
    setChanging(false);
    try {
      await engine.changeLanguage({ batchId, libraryId, folderId, replacesId, onDuplicate: 'ask' }, chosen);
      rememberLanguage(userId, libraryId, choiceOf(chosen));
    } catch {
      notify({ level: 'error', title: upload.languageFailed });
    }
  };
  return (
    <>
      <p className="upload-note upload-batch-language">
        <span>
          {language ? fillText(upload.languageIs, { language: languageName(language, shown) }) : upload.languageUnset}
        </span>
        <Button look="quiet" size="small" aria-expanded={changing} onClick={() => setChanging((was) => !was)}>
          {upload.languageChange}
        </Button>
      </p>
      {changing && (
        <LanguageForm
          label={upload.language}
          hint={upload.languageChangeHint}
          initial={language ?? ''}
          submitLabel={words.save}
          cancelLabel={words.cancel}
          onSubmit={(chosen) => void change(chosen)}
          onCancel={() => setChanging(false)}
        />
      )}
    </>
  );
}
