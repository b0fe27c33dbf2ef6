import { linePieces, readableText } from '@lectern/contract/features/mail-text.ts';
import { mailVariableWords } from '@lectern/contract/features/mail-words.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import './subject-shown.css';

/** A subject as people read it: what is filled in for everybody stands there by its name. */
export function SubjectShown({ subject }: { subject: string }) {
  const names = inLanguage(mailVariableWords);
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
  return readableText(subject, inLanguage(mailVariableWords));
}
