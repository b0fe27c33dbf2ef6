import { type Severity, severities } from '@lectern/contract/features/scan.ts';
import type { TrialMark } from '@lectern/contract/features/sensitive-word-trial.ts';
import { useState } from 'react';
import { placeWords } from '../../../components/sensitive/place-words.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { FoundEntry, howFound } from './found-entry.tsx';
import { foundGroups } from './found-groups.ts';
import { markedRuns } from './marked-runs.ts';
import type { Trial } from './use-trial.ts';

/** One text with all that was found in it marked, and below what that is. */
export function TrialText({ found: { place, text, marks } }: { found: Trial['texts'][number] }) {
  const texts = useTexts();
  const [pointed, setPointed] = useState<readonly number[]>([]);
  const marksOf = (numbers: readonly number[]) => numbers.flatMap((at) => marks[at] ?? []);
  return (
    <section className="trial-one">
      {place && <h4>{placeWords(place, texts)}</h4>}
      <p className="trial-text">
        {markedRuns(text, marks).map((run) => {
          const over = marksOf(run.marks);
          if (over.length === 0) return run.text;
          return (
            <mark
              key={run.start}
              data-look={lookOf(over)}
              data-pointed={run.marks.some((at) => pointed.includes(at)) || undefined}
              title={over.map((mark) => `${mark.word.text} · ${howFound(mark, texts)}`).join('\n')}
            >
              {run.text}
            </mark>
          );
        })}
      </p>
      {marks.length > 0 && (
        <ul className="trial-list" aria-label={texts.sensitiveTools.trial.list}>
          {foundGroups(text, marks).map((group) => (
            <FoundEntry key={group.key} group={group} onPoint={setPointed} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** The gravest counts; what is likely false, or allowed by exceptions, is only outlined. */
function lookOf(marks: readonly TrialMark[]): Severity | 'allowed' {
  const meant = marks
    .filter(({ exception, likelyFalse }) => exception === null && !likelyFalse)
    .map(({ word }) => word.severity);
  return severities.findLast((severity) => meant.includes(severity)) ?? 'allowed';
}
