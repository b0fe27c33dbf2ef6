import { listSensitivePacks } from '@lectern/contract/features/sensitive-pack.ts';
import {
  createSensitiveWord,
  defaultWordMode,
  listSensitiveWords,
  wordLimits,
} from '@lectern/contract/features/sensitive-word.ts';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { askImpact } from './trial/ask-impact.ts';
import { usePacks } from './use-packs.ts';
import { startOn, whatOf } from './word-actions.ts';
import { type ChoosingAction, closeWordDialog, type WordTarget, wordDialog } from './word-dialog.ts';
import { MatchFields, ScopeFields } from './word-fields.tsx';
import {
  noWord,
  optionsOf,
  problemsOf,
  refusedFields,
  type WordProblems,
  type WordValues,
  wordNames,
  wordOf,
} from './word-values.ts';

const ImportWordsDialog = lazyPage(async () => (await import('./import-words-dialog.tsx')).ImportWordsDialog);

/** Dialogs of the actions on words. */
export function WordDialogs() {
  const open = useStore(wordDialog);
  switch (open?.kind) {
    case 'create':
      return <CreateWordDialog />;
    case 'import':
      return <ImportWordsDialog />;
    case 'choose':
      return <ChooseDialog action={open.action} target={open.target} />;
    default:
      return null;
  }
}

const fieldOf = { setCategory: 'category', setSeverity: 'severity', setPack: 'packId' } as const;

/** Sets the category, severity or pack of one or many words. */
export function ChooseDialog({ action, target }: { action: ChoosingAction; target: WordTarget }) {
  const texts = useTexts();
  const { sensitiveWord, words } = texts;
  const { form } = sensitiveWord;
  const names = wordNames(texts);
  const packs = usePacks();
  const [busy, setBusy] = useState(false);
  const { row } = target;
  const [value, setValue] = useState<string>(
    {
      setCategory: row?.category ?? 'other',
      setSeverity: row?.severity ?? 'review',
      setPack: row?.pack?.id ?? '',
    }[action],
  );
  const options = {
    setCategory: optionsOf(names.category),
    setSeverity: optionsOf(names.severity),
    setPack: [
      { value: '', label: sensitiveWord.noPack },
      ...(packs.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
    ],
  }[action];
  const label = { setCategory: form.category, setSeverity: form.severity, setPack: form.pack }[action];
  const waits = action === 'setPack' && !packs.data;
  const start = async () => {
    setBusy(true);
    try {
      if (await startOn(action, target, { [fieldOf[action]]: value || null })) closeWordDialog();
    } catch {
      // The shared failure handler reports the error.
    } finally {
      setBusy(false);
    }
  };
  const footer = (
    <>
      <Button onClick={closeWordDialog}>{words.cancel}</Button>
      <Button look="primary" busy={busy} disabled={waits} onClick={() => void start()}>
        {sensitiveWord.actions[action]}
      </Button>
    </>
  );
  const title = fillText(sensitiveWord.choose[action], { what: whatOf(target) });
  return (
    <Dialog open title={title} onClose={closeWordDialog} footer={footer}>
      {action === 'setPack' && packs.error && <ErrorPanel error={packs.error} onRetry={() => void packs.refetch()} />}
      <SelectField
        label={label}
        {...(action === 'setSeverity' && { hint: form.severityHints[value as keyof typeof form.severityHints] })}
        value={value}
        options={options}
        disabled={waits}
        onChange={setValue}
      />
    </Dialog>
  );
}

/** Creates a word after previewing its effect. */
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
    // The script of the word determines the mode until the user picks one.
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
