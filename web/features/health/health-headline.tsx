import type { HealthReport } from '@lectern/contract/features/health.ts';
import { Icon } from '../../components/icon.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

const icons = { ok: 'done', degraded: 'warning', down: 'problem' } as const;
const severityIcons = { bad: 'problem', warn: 'warning' } as const;

/** The answer to "does it work?" in three words, and what is wrong below. */
export function HealthHeadline({ state, problems }: Pick<HealthReport, 'state' | 'problems'>) {
  const { health } = useTexts();
  return (
    <section className={`health-headline health-${state}`} aria-label={health.problems}>
      <Icon name={icons[state]} size={24} />
      <div>
        <h2>{state === 'ok' && problems.length > 0 ? health.okWithRemarks : health.states[state]}</h2>
        {problems.length === 0 ? (
          <p>{health.noProblems}</p>
        ) : (
          <ul>
            {problems.map((problem) => (
              <li key={problem.code} className={`health-problem-${problem.severity}`}>
                <Icon name={severityIcons[problem.severity]} />
                <span>
                  <span className="visually-hidden">{health.severities[problem.severity]}: </span>
                  {fillText(health.problemTexts[problem.code], problem.params)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
