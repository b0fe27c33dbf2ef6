import { getLanguageModel } from '@lectern/contract/features/language-model.ts';
import { type RejectionReason, rejectionReasons, type SummaryChange } from '@lectern/contract/features/summary.ts';
import { type SummaryOptions, summaryOptions } from '@lectern/contract/features/summary-options.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextareaField, TextField } from '../../components/text-field.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { changeWords } from './model/edited-summary.ts';
import './decision-dialogs.css';

type Props = { what: string; busy: boolean; onRun: (options: SummaryOptions) => void; onClose: () => void };
type Engine = 'usual' | 'extracted' | 'generated';
type Language = 'text' | 'en' | 'zh';

const sentences = summaryOptions.shape.sentences.unwrap();
const range = { min: sentences.minValue ?? 1, max: sentences.maxValue ?? 12 };

/** Options for the next automatic result. Text written by people is kept in any case. */
export function RegenerateDialog({ what, busy, onRun, onClose }: Props) {
  const { summary, words } = useTexts();
  const { regenerate } = summary;
  const model = useQuery(queryOf(getLanguageModel, {}, { quiet: true })).data;
  const [engine, setEngine] = useState<Engine>('usual');
  const [count, setCount] = useState('');
  const [language, setLanguage] = useState<Language>('text');
  const wrong = count !== '' && !(/^\d+$/.test(count) && Number(count) >= range.min && Number(count) <= range.max);
  const engines = (['usual', 'extracted', 'generated'] as const).filter(
    (value) => value !== 'generated' || model?.configured,
  );
  const languages = [
    { value: 'text' as const, label: regenerate.ofText },
    { value: 'en' as const, label: words.languages.en },
    { value: 'zh' as const, label: words.languages.zh },
  ];
  return (
    <FormDialog
      title={fillText(regenerate.title, { what })}
      confirmLabel={regenerate.submit}
      busy={busy}
      onConfirm={() => {
        if (wrong) return;
        onRun({
          ...(engine !== 'usual' && { engine }),
          ...(count !== '' && { sentences: Number(count) }),
          ...(language !== 'text' && { language }),
        });
      }}
      onClose={onClose}
    >
      <p>{regenerate.text}</p>
      <SelectField
        label={regenerate.engine}
        value={engine}
        options={engines.map((value) => ({ value, label: regenerate.engines[value] }))}
        {...(model && !model.configured && { hint: regenerate.noModel })}
        onChange={setEngine}
      />
      <TextField
        label={regenerate.sentences}
        hint={fillText(regenerate.sentencesHint, range)}
        error={wrong ? fillText(regenerate.sentencesInvalid, range) : undefined}
        type="number"
        inputMode="numeric"
        value={count}
        {...range}
        onChange={setCount}
      />
      {model?.configured && engine !== 'extracted' && (
        <SelectField label={regenerate.language} value={language} options={languages} onChange={setLanguage} />
      )}
    </FormDialog>
  );
}

type OutOfDateDialogProps = {
  move: 'approve' | 'publish';
  /** Title of the resource. */
  title: string;
  /** Null while unknown. */
  change: SummaryChange | null;
  busy: boolean;
  onRegenerate: () => void;
  onAnyway: () => void;
  onClose: () => void;
};

/** Asks for confirmation before an out-of-date summary is approved or published. */
export function OutOfDateDialog({ move, title, change, busy, onRegenerate, onAnyway, onClose }: OutOfDateDialogProps) {
  const { summary, words } = useTexts();
  const format = useFormat();
  const { outOfDate } = summary;
  const footer = (
    <>
      <Button data-first-focus onClick={onClose}>
        {words.cancel}
      </Button>
      <Button busy={busy} onClick={onAnyway}>
        {outOfDate.anyway[move]}
      </Button>
      <Button look="primary" icon="refresh" busy={busy} onClick={onRegenerate}>
        {outOfDate.regenerate}
      </Button>
    </>
  );
  return (
    <Dialog open className="summary-dialog" title={outOfDate.title} onClose={onClose} footer={footer}>
      <p>{fillText(outOfDate.text, { title })}</p>
      {change && <p>{changeWords(change, summary, format)}</p>}
    </Dialog>
  );
}

export type Why = { reason: RejectionReason; note: string };
type RejectDialogProps = { what: string; busy: boolean; onReject: (why: Why) => void; onClose: () => void };

/** Asks why a summary is rejected; the next author sees the reason. */
export function RejectDialog({ what, busy, onReject, onClose }: RejectDialogProps) {
  const { reject, rejections } = useTexts().summary;
  const [reason, setReason] = useState<RejectionReason>('wrong');
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const missing = reason === 'other' && note.trim() === '';
  return (
    <FormDialog
      title={fillText(reject.title, { what })}
      confirmLabel={reject.submit}
      look="danger"
      busy={busy}
      onConfirm={() => {
        setTried(true);
        if (!missing) onReject({ reason, note: note.trim() });
      }}
      onClose={onClose}
    >
      <p>{reject.text}</p>
      <SelectField
        label={reject.reason}
        value={reason}
        options={rejectionReasons.map((value) => ({ value, label: rejections[value] }))}
        onChange={setReason}
      />
      <TextareaField
        label={reject.note}
        value={note}
        maxLength={1000}
        error={tried && missing ? reject.noteNeeded : undefined}
        onChange={setNote}
      />
    </FormDialog>
  );
}
