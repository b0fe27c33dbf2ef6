import type { CourseRow } from '@lectern/contract/features/course.ts';
import type { CourseCounts } from '@lectern/contract/features/course-check.ts';
import type { CourseState as State } from '@lectern/contract/features/course-state.ts';
import type { ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { Icon } from '../../components/icon.tsx';
import { pictureOver, signSize } from '../../components/resource/thumbnail.tsx';
import { Status, type StatusTone } from '../../components/status.tsx';
import type { Format } from '../../lib/format.ts';
import { joinNames, joinSentences } from '../../lib/i18n/punctuation.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import './completeness.css';

const tones: Record<State, StatusTone> = {
  draft: 'idle',
  in_review: 'warn',
  published: 'ok',
  offline: 'idle',
  archived: 'idle',
  trashed: 'idle',
};

type Shown = Pick<CourseRow, 'state' | 'stateReason' | 'withheld'>;

/**
 * State as dot and text, with the reason as tooltip. A plain function instead of a component, because every list row
 * calls it.
 */
export function courseState({ state, stateReason, withheld }: Shown, { course, courseStates }: Texts): ReactNode {
  if (withheld && state === 'published')
    return (
      <span title={course.courseProblems.withheld}>
        <Status tone="bad">{courseStates.withheld}</Status>
      </span>
    );
  return (
    <span title={stateReason || undefined}>
      <Status tone={tones[state]}>{courseStates[state]}</Status>
    </span>
  );
}

/** Cover with the course icon behind it as fallback. Decorative, because the name is next to it. */
export function courseCover(cover: string | null, look: 'row' | 'card' = 'row'): ReactNode {
  return pictureOver(<Icon name="course" size={signSize[look]} />, cover, look);
}

type Words = { texts: Texts; format: Format };

/** What a course lacks to be complete, one line each; empty when it is complete. */
export function missingWords(counts: CourseCounts, { texts, format }: Words): string[] {
  const words = texts.course.missing;
  return (['missing', 'withoutText', 'withoutSubtitles', 'sensitive'] as const)
    .filter((name) => counts[name] > 0)
    .map((name) => fillText(words[name], { count: format.number(counts[name]) }));
}

/** Progress bar linking to the checks. A plain function instead of a component, because every list row calls it. */
export function completeness(counts: CourseCounts, href: string, words: Words): ReactNode {
  const { texts, format } = words;
  const part = counts.completeness;
  if (part === null)
    return (
      <span className="grid-quiet" title={texts.course.missing.nothing}>
        {texts.words.none}
      </span>
    );
  const missing = missingWords(counts, words);
  const said = missing.length > 0 ? missing.join('\n') : texts.course.missing.none;
  const percent = fillText(texts.course.percent, { count: format.number(part) });
  return (
    <AppLink
      to={href}
      className="completeness"
      title={said}
      aria-label={joinSentences(percent, joinNames(missing) || said)}
    >
      <span
        className="completeness-bar"
        data-tone={part === 100 ? 'ok' : part >= 60 ? 'warn' : 'bad'}
        aria-hidden="true"
      >
        <span style={{ width: `${part}%` }} />
      </span>
      <span aria-hidden="true">{percent}</span>
    </AppLink>
  );
}
