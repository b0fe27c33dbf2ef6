import type { SubtitleTrack } from '@lectern/contract/features/subtitle.ts';
import { updateSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { currentLanguageNames } from '../../../components/resource/list/current-language-names.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { subtitleHref } from '../../../components/subtitle/subtitle-href.ts';
import { TextField } from '../../../components/text-field.tsx';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { showingSubtitles } from './use-subtitle-edit.ts';
import './editor-dialogs.css';

/** Edits the name and language of a track. */
export function RenameDialog({ track, onClose }: { track: SubtitleTrack; onClose: () => void }) {
  const { detail, subtitle, words } = useTexts();
  const [label, setLabel] = useState(track.label);
  const [language, setLanguage] = useState<SubtitleTrack['language']>(track.language);
  const update = useMutationOf(updateSubtitle, { invalidates: showingSubtitles, quiet: true });
  const save = () =>
    update.mutate(
      {
        params: { id: track.id },
        body: { version: track.version, label, ...(language !== track.language && { language }) },
      },
      {
        onSuccess: () => {
          onClose();
          if (language !== track.language) navigate(subtitleHref(track.resourceId, { language }));
        },
      },
    );
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" busy={update.isPending} onClick={save}>
        {words.save}
      </Button>
    </>
  );
  return (
    <Dialog open title={subtitle.track.renameTitle} onClose={onClose} footer={footer}>
      <div className="subtitle-form">
        {update.error && <ErrorPanel error={update.error} title={detail.notSaved} />}
        <TextField
          data-first-focus
          label={subtitle.track.label}
          hint={subtitle.track.labelHint}
          maxLength={60}
          value={label}
          onChange={setLabel}
        />
        <SelectField
          label={subtitle.add.language}
          value={language}
          options={Object.entries(currentLanguageNames()).map(([value, name]) => ({
            value: value as SubtitleTrack['language'],
            label: name,
          }))}
          onChange={setLanguage}
        />
      </div>
    </Dialog>
  );
}
