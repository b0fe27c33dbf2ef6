import { linePieces, readableText } from '@lectern/contract/features/mail-text.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import './subject-shown.css';

/** A subject as people read it: what is filled in for everybody stands there by its name. */
export function SubjectShown({ subject }: { subject: string }) {
  const names = useTexts().words.mailVariables;
  return linePieces(subject).map(({ at, text, variable }) =>
    variable ? (
      <span key={at} className="mail-place">
        {names[variable]}
      </span>
    ) : (
      text
    ),
  );
}

/** The same where only text can stand. */
export function subjectText(subject: string): string {
  const names = dictionary.get().texts?.words.mailVariables;
  return names ? readableText(subject, names) : subject;
}
