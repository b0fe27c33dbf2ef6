import type { RequestOf } from '@lectern/contract/endpoint.ts';
import { type Severity, severities } from '@lectern/contract/features/scan.ts';
import type { NewSensitiveWord } from '@lectern/contract/features/sensitive-word.ts';
import { type TrialMark, testWords } from '@lectern/contract/features/sensitive-word-trial.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { placeWords, severityMark } from '../../../components/sensitive/marked-text.tsx';
import { call } from '../../../lib/api-client.ts';
import type { ApiError } from '../../../lib/api-error.ts';
import type { CallOutput } from '../../../lib/callable.ts';
import { joinNames, labelled } from '../../../lib/i18n/punctuation.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { wordHref } from '../panels.ts';

/** One text with its matches marked and listed below. */
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

/** The highest severity wins; matches that are likely false or covered by an exception are only outlined. */
function lookOf(marks: readonly TrialMark[]): Severity | 'allowed' {
  const meant = marks
    .filter(({ exception, likelyFalse }) => exception === null && !likelyFalse)
    .map(({ word }) => word.severity);
  return severities.findLast((severity) => meant.includes(severity)) ?? 'allowed';
}

/** A piece of text covered by the same marks. */
type MarkedRun = { start: number; text: string; marks: number[] };

/** Splits a text at the boundaries of its marks, which may overlap; each run lists the indexes of its marks. */
export function markedRuns(text: string, marks: readonly { start: number; end: number }[]): MarkedRun[] {
  const edges = new Set([0, text.length]);
  for (const { start, end } of marks) edges.add(start).add(end);
  const cuts = [...edges].filter((edge) => edge >= 0 && edge <= text.length).sort((left, right) => left - right);
  const byStart = marks.map((mark, at) => ({ ...mark, at })).sort((left, right) => left.start - right.start);
  const runs: MarkedRun[] = [];
  let open: typeof byStart = [];
  let next = 0;
  for (const [at, start] of cuts.entries()) {
    const end = cuts[at + 1];
    if (end === undefined) break;
    for (let mark = byStart[next]; mark && mark.start <= start; mark = byStart[next]) {
      open.push(mark);
      next += 1;
    }
    open = open.filter((mark) => mark.end > start);
    runs.push({ start, text: text.slice(start, end), marks: open.map((mark) => mark.at) });
  }
  return runs;
}

type Body = NonNullable<RequestOf<typeof testWords>['body']>;
type TrialOf = Body['of'];
type Trial = CallOutput<typeof testWords>;

const pauseMs = 400;

/**
 * Matches of the words in a text or a resource, updated as the user types; `of` is null when there is nothing to
 * search in.
 */
export function useTrial(of: TrialOf | null, word: NewSensitiveWord | undefined) {
  const wanted: Body | null = of && word?.text !== '' ? { of, ...(word && { word }) } : null;
  const body = useSettled(wanted, pauseMs);
  const trial = useQuery<Trial, ApiError>({
    queryKey: ['trial', JSON.stringify(body)],
    queryFn: ({ signal }) => call(testWords, body ? { body } : {}, { quiet: true, signal }),
    enabled: wanted !== null && body !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 30_000,
  });
  const isSettled = JSON.stringify(wanted) === JSON.stringify(body);
  return {
    found: wanted ? trial.data : undefined,
    error: wanted ? trial.error : null,
    /** The matches shown still belong to the previous input. */
    looking: wanted !== null && (!isSettled || trial.isFetching),
    retry: () => void trial.refetch(),
  };
}

/** The value, debounced; compared by its JSON. */
function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, setSettled] = useState(value);
  const key = JSON.stringify(value);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the whole value
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [key, pauseMs]);
  return settled;
}

/** Whether the word matched as written, or which disguises it used. */
function howFound({ pass, disguises }: Pick<TrialMark, 'pass' | 'disguises'>, { sensitiveTools }: Texts): string {
  const { trial, disguises: names } = sensitiveTools;
  const how = pass === 'strict' ? trial.asWritten : trial.inDisguise;
  return disguises.length > 0 ? labelled(how, joinNames(disguises.map((disguise) => names[disguise]))) : how;
}

type Props = { group: FoundGroup; onPoint: (marks: readonly number[]) => void };

/** Matched text, its word and how it matched. Hovering highlights the places. */
function FoundEntry({ group, onPoint }: Props) {
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
      {severityMark(word.severity, texts, likelyFalse)}
      <span className="trial-how">{howFound(group.first, texts)}</span>
      {exception !== null && (
        <span className="trial-exception">{fillText(trial.exception, { phrase: exception })}</span>
      )}
      {dismissed && <span className="trial-exception">{trial.dismissed}</span>}
    </li>
  );
}

/** Matches of the same word, found in the same way. */
type FoundGroup = { key: string; first: TrialMark; sample: string; marks: number[] };

/** Groups marks by word and spelling, likely false ones last; `marks` holds indexes. */
function foundGroups(text: string, marks: readonly TrialMark[]): FoundGroup[] {
  const groups = new Map<string, FoundGroup>();
  for (const [at, mark] of marks.entries()) {
    const sample = text.slice(mark.start, mark.end);
    const { word, pass, disguises, exception, likelyFalse } = mark;
    const key = JSON.stringify([word.id, word.text, sample, pass, disguises, exception, likelyFalse]);
    const known = groups.get(key);
    if (known) known.marks.push(at);
    else groups.set(key, { key, first: mark, sample, marks: [at] });
  }
  return [...groups.values()].sort((left, right) => Number(left.first.likelyFalse) - Number(right.first.likelyFalse));
}
