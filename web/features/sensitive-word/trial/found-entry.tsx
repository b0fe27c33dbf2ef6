import { disguiseWords } from '@lectern/contract/features/scan-words.ts';
import type { TrialMark } from '@lectern/contract/features/sensitive-word-trial.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { severityMark } from '../../../components/sensitive/severity.tsx';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { wordHref } from '../panels.ts';
import type { FoundGroup } from './found-groups.ts';

/** As written, or which disguises had to be undone. */
export function howFound(
  { pass, disguises }: Pick<TrialMark, 'pass' | 'disguises'>,
  { sensitiveTools }: Texts,
): string {
  const { trial } = sensitiveTools;
  const names = inLanguage(disguiseWords);
  const how = pass === 'strict' ? trial.asWritten : trial.inDisguise;
  return disguises.length > 0 ? `${how}: ${disguises.map((disguise) => names[disguise]).join(', ')}` : how;
}

type Props = { group: FoundGroup; onPoint: (marks: readonly number[]) => void };

/** What was found, of which word, and how. Pointing at it shows where. */
export function FoundEntry({ group, onPoint }: Props) {
  const texts = useTexts();
  const { trial } = texts.sensitiveTools;
  const { word, exception, likelyFalse, dismissed } = group.first;
  return (
    <li
      className="trial-found"
      onMouseEnter={() => onPoint(group.marks)}
      onMouseLeave={() => onPoint([])}
      onFocus={() => onPoint(group.marks)}
      onBlur={() => onPoint([])}
    >
      <span className="trial-sample">{group.sample}</span>
      {group.marks.length > 1 && <small> ×{group.marks.length}</small>}
      <span className="trial-word">
        {word.id ? (
          <AppLink to={wordHref(word.id)} aria-label={fillText(trial.openWord, { text: word.text })}>
            {word.text}
          </AppLink>
        ) : (
          trial.thisWord
        )}
      </span>
      {severityMark(word.severity, likelyFalse)}
      <span className="trial-how">{howFound(group.first, texts)}</span>
      {exception !== null && (
        <span className="trial-exception">{fillText(trial.exception, { phrase: exception })}</span>
      )}
      {dismissed && <span className="trial-exception">{trial.dismissed}</span>}
    </li>
  );
}
