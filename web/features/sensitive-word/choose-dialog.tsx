import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { usePacks } from './use-packs.ts';
import { type ChoosingAction, closeWordDialog, type WordTarget } from './word-dialog.ts';
import { optionsOf, wordNames } from './word-names.ts';
import { startOn, whatOf } from './word-operation.ts';

const fieldOf = { setCategory: 'category', setSeverity: 'severity', setPack: 'packId' } as const;

/** Gives one or many words a category, a severity or a pack. */
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
      // Why it was refused is told by the shared handling of failures.
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
