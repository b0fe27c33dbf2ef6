import {
  createGlossaryTerm,
  type GlossaryTerm,
  glossaryLimits,
  listGlossary,
  updateGlossaryTerm,
} from '@lectern/contract/features/glossary.ts';
import { resourceLanguages } from '@lectern/contract/features/resource.ts';
import { useId, useState } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { SelectField } from '../select-field.tsx';
import { Switch } from '../switch.tsx';
import { TextField } from '../text-field.tsx';
import { languageName } from '../work/work-words.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import './glossary-dialogs.css';

/** The open dialog: editing a term, or applying one to all texts. */
export type AskedTerm =
  | { kind: 'edit'; term: GlossaryTerm | null; wrong: string; right?: string; wholeWord?: boolean }
  | { kind: 'apply'; term: GlossaryTerm };

type Props = { asked: AskedTerm | null; language: string | null; onAsk: (asked: AskedTerm | null) => void };

/** First saves a term as a rule for future machine text, then optionally applies it to existing texts. */
export function TermDialogs({ asked, language, onAsk }: Props) {
  const close = () => onAsk(null);
  if (asked?.kind === 'apply') return <ApplyDialog rule={asked.term} onClose={close} />;
  if (!asked) return null;
  const { term, wrong, right, wholeWord } = asked;
  return (
    <TermDialog
      term={term}
      start={{ wrong, right: right ?? wrong, wholeWord: wholeWord ?? true }}
      language={language}
      onClose={close}
      onApply={(kept) => onAsk({ kind: 'apply', term: kept })}
    />
  );
}

type Language = GlossaryTerm['language'];
type TermDialogProps = {
  /** null when creating one. */
  term: GlossaryTerm | null;
  /** Initial values, from the selected text or the search. */
  start: { wrong: string; right: string; wholeWord: boolean };
  language: string | null;
  onClose: () => void;
  /** Called when the term is saved and should be applied to existing texts. */
  onApply: (term: GlossaryTerm) => void;
};

const settings = { invalidates: [listGlossary], quiet: true };

/** “Always write X as Y”: a rule for future machine text. */
function TermDialog({ term, start, language: spoken, onClose, onApply }: TermDialogProps) {
  const { detail, textWork, words } = useTexts();
  const { glossary } = textWork;
  const form = useId();
  const create = useMutationOf(createGlossaryTerm, { ...settings, idempotent: true });
  const update = useMutationOf(updateGlossaryTerm, settings);
  const [wrong, setWrong] = useState(start.wrong);
  const [right, setRight] = useState(term?.right ?? start.right);
  const [language, setLanguage] = useState<Language>(term ? term.language : languageOf(spoken));
  const [wholeWord, setWholeWord] = useState(term?.wholeWord ?? start.wholeWord);
  const [note, setNote] = useState(term?.note ?? '');
  const error = create.error ?? update.error;
  const unready = wrong.trim() === '' || right.trim() === '' || wrong.trim() === right.trim();
  const keep = async (): Promise<GlossaryTerm | undefined> => {
    if (unready) return undefined;
    const fields = { wrong: wrong.trim(), right: right.trim(), language, wholeWord, note: note.trim() };
    try {
      return term
        ? await update.mutateAsync({ params: { id: term.id }, body: { ...fields, version: term.version } })
        : await create.mutateAsync({ body: fields });
    } catch {
      // The form shows the error.
      return undefined;
    }
  };
  const busy = create.isPending || update.isPending;
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button disabled={unready} busy={busy} onClick={() => void keep().then((kept) => kept && onApply(kept))}>
        {glossary.keepAndApply}
      </Button>
      <Button look="primary" submits form={form} disabled={unready} busy={busy}>
        {glossary.keep}
      </Button>
    </>
  );
  return (
    <Dialog open title={term ? glossary.editTitle : glossary.newTitle} onClose={onClose} footer={footer}>
      <form
        id={form}
        className="glossary-form"
        onSubmit={(event) => {
          event.preventDefault();
          void keep().then((kept) => kept && onClose());
        }}
      >
        {error && <ErrorPanel error={error} title={detail.notSaved} />}
        <TextField
          data-first-focus={start.wrong === '' || undefined}
          label={glossary.wrong}
          hint={glossary.wrongHint}
          value={wrong}
          maxLength={glossaryLimits.characters}
          onChange={setWrong}
        />
        <TextField
          data-first-focus={start.wrong !== '' || undefined}
          label={glossary.right}
          value={right}
          maxLength={glossaryLimits.characters}
          onChange={setRight}
        />
        <SelectField
          label={glossary.language}
          value={language ?? ''}
          options={[
            { value: '', label: glossary.everyLanguage },
            ...resourceLanguages.map((code) => ({ value: code, label: languageName(code) })),
          ]}
          onChange={(code) => setLanguage(languageOf(code))}
        />
        <Switch label={glossary.wholeWord} hint={glossary.wholeWordHint} checked={wholeWord} onChange={setWholeWord} />
        <TextField label={glossary.note} value={note} maxLength={glossaryLimits.note} onChange={setNote} />
      </form>
    </Dialog>
  );
}

function languageOf(code: string | null): Language {
  return resourceLanguages.find((known) => known === code) ?? null;
}
