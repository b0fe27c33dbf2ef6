import { resourceLanguages } from '@lectern/contract/features/resource.ts';
import type { SharedUploadFields, UploadRow } from '@lectern/contract/features/upload.ts';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { languageNames, languageOptions } from '../../components/resource/resource-options.ts';
import { SelectField } from '../../components/select-field.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { fillText, useLanguage, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { notify } from '../../lib/notifications.ts';
import { metadataOf, noDetails } from './details-draft.ts';
import type { BatchLanguage } from './engine/upload-calls.ts';
import { useUploads } from './uploads-context.ts';

/** Its fields load when they are opened. */
const BatchDetails = lazyPart(async () => (await import('./batch-details.tsx')).BatchDetails);

/** Language of the batch being sent; can still be changed while files are on their way. */
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
          {language
            ? fillText(upload.languageIs, { language: languageNames(shown)[language] ?? language })
            : upload.languageUnset}
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

const item = (userId: string) => `lectern.uploadLanguages.${userId}`;

/** The language this user last chose for the library in this browser; empty when there is none. */
export function lastLanguage(userId: string, libraryId: string): string {
  const chosen = read(userId)[libraryId];
  return typeof chosen === 'string' ? chosen : '';
}

export function rememberLanguage(userId: string, libraryId: string, choice: string): void {
  localStorage.setItem(item(userId), JSON.stringify({ ...read(userId), [libraryId]: choice }));
}

function read(userId: string): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(item(userId)) ?? '{}');
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Select value: a language code, `none` for no speech or an unlisted language, or empty for no choice yet. */
type LanguageChoice = string;

type Props = {
  label: string;
  hint: string;
  initial: LanguageChoice;
  /** Enter confirms the initial choice. */
  confirms?: boolean;
  /** Asks for a language; otherwise only for details. */
  asksLanguage?: boolean;
  /** Offers metadata for all files: closed, or open from the start. */
  details?: 'closed' | 'open';
  submitLabel: string;
  cancelLabel: string;
  onSubmit: (language: BatchLanguage, metadata: SharedUploadFields) => void;
  onCancel: () => void;
};

/** Asks for the language of a batch, which is required, and offers metadata for all its files. */
export function LanguageForm(props: Props) {
  const {
    label,
    hint,
    initial,
    confirms = false,
    asksLanguage = true,
    details,
    submitLabel,
    cancelLabel,
    onSubmit,
    onCancel,
  } = props;
  const { upload } = useTexts();
  const shown = useLanguage();
  const [choice, setChoice] = useState(initial);
  const [tried, setTried] = useState(false);
  const [draft, setDraft] = useState(noDetails);
  const [open, setOpen] = useState(details === 'open');
  const form = useRef<HTMLFormElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    form.current?.querySelector<HTMLElement>(confirms ? 'button[type=submit]' : 'select, input, summary')?.focus();
  }, [confirms]);
  const leave = () => {
    if (before.current instanceof HTMLElement && before.current.isConnected) before.current.focus();
  };
  const options = [
    { value: '', label: upload.languageChoose },
    ...languageOptions(shown),
    { value: 'none', label: upload.languageNone },
  ];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const language = languageOf(choice);
    if (asksLanguage && language === undefined) return form.current?.querySelector('select')?.focus();
    leave();
    onSubmit(language ?? null, metadataOf(draft));
  };
  const fields = (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{upload.details}</summary>
      {open && <BatchDetails draft={draft} onChange={setDraft} />}
    </details>
  );
  return (
    <form ref={form} className="upload-language" noValidate aria-label={label} onSubmit={submit}>
      {asksLanguage && (
        <SelectField
          label={label}
          hint={choice === 'none' ? upload.languageNoneHint : hint}
          error={tried && choice === '' ? upload.languageRequired : undefined}
          value={choice}
          options={options}
          onChange={setChoice}
        />
      )}
      {details === 'open' && fields}
      <div className="upload-language-actions">
        <Button look="primary" size="small" submits>
          {submitLabel}
        </Button>
        <Button
          size="small"
          onClick={() => {
            leave();
            onCancel();
          }}
        >
          {cancelLabel}
        </Button>
      </div>
      {details === 'closed' && fields}
    </form>
  );
}

export function choiceOf(language: string | null): LanguageChoice {
  return language ?? 'none';
}

/** Undefined while nothing is chosen. */
export function languageOf(choice: LanguageChoice): BatchLanguage | undefined {
  return choice === 'none' ? null : resourceLanguages.find((code) => code === choice);
}
