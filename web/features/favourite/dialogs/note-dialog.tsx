import type { Favourite } from '@lectern/contract/features/favourite.ts';
import { useState } from 'react';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { closeFavouriteDialog } from '../favourite-dialog.ts';
import { useFavouriteDeeds } from '../use-favourite-deeds.ts';
import { Question } from './question.tsx';

export function NoteDialog({ favourite }: { favourite: Favourite }) {
  const { favourite: words, words: common } = useTexts();
  const deeds = useFavouriteDeeds([], () => undefined, false);
  const [note, setNote] = useState(favourite.note);
  const [saving, setSaving] = useState(false);
  // It stays open until it is saved, so that nothing typed is lost.
  const confirm = async () => {
    setSaving(true);
    const saved = note.trim() === favourite.note || (await deeds.note(favourite, note));
    setSaving(false);
    if (saved) closeFavouriteDialog();
  };
  return (
    <Question
      title={fillText(words.noteTitle, { title: favourite.title })}
      confirmLabel={common.save}
      busy={saving}
      onConfirm={() => void confirm()}
    >
      <TextareaField
        label={words.noteLabel}
        hint={words.noteHint}
        value={note}
        maxLength={1000}
        rows={4}
        onChange={setNote}
        data-first-focus
      />
    </Question>
  );
}
