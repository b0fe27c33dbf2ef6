import type { WorkRow } from '@lectern/contract/features/machine-work.ts';
import type { Format } from '../../lib/format.ts';
import { type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { CopyButton } from '../copy-button.tsx';
import type { Fact } from '../fact-list.tsx';
import { confidenceBar } from './confidence-bar.tsx';
import { engineWords, languageName, optionWords } from './work-words.ts';
import './work-log.css';

/** The unedited log of engine and worker. */
export function WorkLog({ log }: { log: string }) {
  const { work } = useTexts();
  if (log.trim() === '') return <p className="work-log-none">{work.noLog}</p>;
  return (
    <div className="work-log">
      <CopyButton text={log} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: focusable for scrolling by keyboard */}
      <pre tabIndex={0} role="log" aria-label={work.log}>
        {log}
      </pre>
    </div>
  );
}

/** Details of a job next to its state; unknown ones are left out. */
export function workFacts(row: WorkRow, texts: Texts, format: Format, requestedBy: string | null = null): Fact[] {
  const { facts, checks } = texts.work;
  const seconds = (value: number | null) => value !== null && format.timeTaken(value * 1_000);
  const time = (at: string | null) => at !== null && format.dateTime(at);
  const all: [string, Fact['value'] | false | null][] = [
    [facts.engine, row.engine && engineWords(row.engine)],
    [facts.options, optionWords(row.kind, row.options, texts)],
    [facts.language, row.language && languageName(row.language)],
    [facts.confidence, row.confidence !== null && confidenceBar(row.confidence, texts)],
    [facts.check, row.check && checks[row.check]],
    [facts.tries, row.tries > 1 && format.number(row.tries)],
    [facts.priority, row.priority !== 0 && format.number(row.priority)],
    [facts.waited, seconds(row.waitSeconds)],
    [facts.ran, seconds(row.runSeconds)],
    [facts.asked, row.state !== 'none' && time(row.queuedAt)],
    [facts.askedBy, requestedBy],
    [facts.started, time(row.startedAt)],
    [facts.finished, time(row.finishedAt)],
  ];
  return all.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
