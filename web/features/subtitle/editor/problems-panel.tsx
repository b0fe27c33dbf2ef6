import { type CueProblemKind, cueProblemKinds } from '@lectern/contract/subtitle/check-cues.ts';
import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { goTo } from '../../../components/workbench/line-keys.ts';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';
import { useFormat } from '../../../lib/format.ts';
import { joinSentences } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useStore } from '../../../lib/store.ts';
import { fixProblem } from '../model/cue-edits.ts';
import { useDesk } from './desk-context.ts';
import { FixAll } from './later-parts.ts';

/** Problems listed at most, because the list re-renders with every fix. */
const most = 40;

/** Problems that make cues hard to read, each with a one-click fix. */
export function ProblemsPanel() {
  const { subtitle } = useTexts();
  const { number } = useFormat();
  const bench = useWorkbench();
  const { work, checks, problemNames: names, fixNames } = useDesk();
  const [kind, setKind] = useState<CueProblemKind | null>(null);
  // Deferred, so that typing isn't delayed by this list.
  const seen = useDeferredValue(useStore(checks.changes));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change means other fields became invalid
  const problems = useMemo(() => checks.list(), [checks, seen]);
  const counts = cueProblemKinds.flatMap((one) => {
    const count = problems.filter((problem) => problem.kind === one).length;
    return count > 0 ? [{ kind: one, count }] : [];
  });
  const chosen = counts.some((one) => one.kind === kind) ? kind : null;
  const fitting = chosen ? problems.filter((problem) => problem.kind === chosen) : problems;
  const [fixes, setFixes] = useState(false);
  return (
    <section className="cue-problems" aria-label={subtitle.unreadable}>
      <header>
        <b>{subtitle.unreadable}</b>
        <span className="cue-problems-count">{number(problems.length)}</span>
        {counts.length > 1 && (
          <select
            className="field-input"
            aria-label={subtitle.problemKind}
            value={chosen ?? ''}
            onChange={(event) => setKind((event.target.value || null) as CueProblemKind | null)}
          >
            <option value="">{subtitle.allKinds}</option>
            {counts.map((one) => (
              <option key={one.kind} value={one.kind}>
                {names[one.kind]} ({number(one.count)})
              </option>
            ))}
          </select>
        )}
        {!bench.readOnly && problems.length > 0 && (
          <Button size="small" busy={fixes} onClick={() => setFixes(true)}>
            {subtitle.fixAll}
          </Button>
        )}
      </header>
      {problems.length === 0 ? (
        <p>{joinSentences(subtitle.noProblems, subtitle.problemsHint)}</p>
      ) : (
        <>
          <ul>
            {fitting.slice(0, most).map((problem) => (
              <li key={`${problem.key} ${problem.kind}`}>
                <button
                  type="button"
                  className="cue-problem-place"
                  onClick={() => goTo(bench, { key: problem.key, from: 0, to: 0 })}
                >
                  <b>{fillText(subtitle.cueNumber, { number: number(problem.index + 1) })}</b> {names[problem.kind]}
                </button>
                {!bench.readOnly && (
                  <Button size="small" onClick={() => fixProblem(work, problem)}>
                    {fixNames[problem.kind]}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          {fitting.length > most && <p>{fillText(subtitle.moreProblems, { count: number(fitting.length - most) })}</p>}
        </>
      )}
      {fixes && <FixAll work={work} onClose={() => setFixes(false)} />}
    </section>
  );
}
