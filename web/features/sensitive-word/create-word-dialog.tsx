import { listSensitivePacks } from '@lectern/contract/features/sensitive-pack.ts';
import {
  createSensitiveWord,
  defaultWordMode,
  listSensitiveWords,
  wordLimits,
} from '@lectern/contract/features/sensitive-word.ts';
import { useState } from 'react';
import { FormDialog } from '../../components/form-dialog.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { askImpact } from './impact/ask-impact.ts';
import { closeWordDialog } from './word-dialog.ts';
import { MatchFields, ScopeFields } from './word-fields.tsx';
import { noWord, problemsOf, refusedFields, type WordProblems, type WordValues, wordOf } from './word-values.ts';

/** A new word: its effect is shown before it is added. */
export function CreateWordDialog() {
  const texts = useTexts();
  const { words } = texts;
  const { form: says } = texts.sensitiveWord;
  const draft = useDraft(noWord);
  const [problems, setProblems] = useState<WordProblems>({});
  const [weighing, setWeighing] = useState(false);
  const [modeChosen, setModeChosen] = useState(false);
  const create = useMutationOf(createSensitiveWord, {
    invalidates: [listSensitiveWords, listSensitivePacks],
    idempotent: true,
    quiet: true,
  });
  const busy = weighing || create.isPending;
  const set = <Name extends keyof WordValues>(name: Name, value: WordValues[Name]) => {
    setProblems((known) => ({ ...known, [name]: undefined }));
    draft.set(name, value);
    if (name === 'mode') setModeChosen(true);
    // The script of the word decides until the user chooses.
    if (name === 'text' && !modeChosen) draft.set('mode', defaultWordMode(String(value)));
  };
  const submit = async () => {
    if (busy) return;
    const found = problemsOf(draft.values, texts);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    const word = wordOf(draft.values);
    setWeighing(true);
    const goOn = await askImpact({ of: { changes: [{ kind: 'add', word }] } });
    setWeighing(false);
    if (!goOn) return;
    create.mutate(
      { body: word },
      {
        onError: (error) => setProblems(refusedFields(error)),
        onSuccess: ({ text }) => {
          closeWordDialog();
          notify({ level: 'success', title: fillText(says.created, { text }) });
        },
      },
    );
  };
  const fields = { values: draft.values, problems, changed: [], editable: true, set };
  const hidden = problems.exceptions ?? problems.note ?? problems.language;
  return (
    <FormDialog
      title={says.title}
      confirmLabel={weighing ? says.checking : create.isPending ? words.saving : says.create}
      wide
      busy={busy}
      error={create.error && Object.keys(refusedFields(create.error)).length === 0 ? create.error : null}
      errorTitle={says.notSaved}
      unsaved={draft.changed.length > 0 && { title: says.discardTitle, text: says.discardText }}
      onConfirm={() => void submit()}
      onClose={closeWordDialog}
    >
      <div className="word-form">
        <TextField
          wide
          label={says.text}
          hint={says.textHint}
          value={draft.values.text}
          error={problems.text}
          maxLength={wordLimits.characters}
          autoComplete="off"
          spellCheck={false}
          data-first-focus
          onChange={(value) => set('text', value)}
        />
        <MatchFields {...fields} />
        <details {...(hidden && { open: true })}>
          <summary>{says.more}</summary>
          <div>
            <ScopeFields {...fields} />
          </div>
        </details>
      </div>
    </FormDialog>
  );
}
