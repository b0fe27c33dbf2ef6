import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Spinner } from '../../../components/spinner.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { TrialText } from './trial-text.tsx';
import type { useTrial } from './use-trial.ts';

type Props = {
  trial: ReturnType<typeof useTrial>;
  title: string;
  /** Said while there is nothing to look in. */
  start: string;
};

/** What is found, as far as it is known. */
export function TrialResult({ trial: { found, error, looking, retry }, title, start }: Props) {
  const { trial } = useTexts().sensitiveTools;
  const format = useFormat();
  const count = found?.texts.reduce((sum, { marks }) => sum + marks.length, 0) ?? 0;
  const counted =
    count === 0 ? trial.nothing : count === 1 ? trial.foundOne : fillText(trial.found, { count: format.number(count) });
  return (
    <section className="trial-result" aria-label={title}>
      <header>
        <h3>{title}</h3>
        <span role="status">{looking ? trial.looking : found && !error && counted}</span>
        {looking && <Spinner />}
      </header>
      {error && <ErrorPanel error={error} retrying={looking} onRetry={retry} />}
      {!error && !found && !looking && <p className="trial-start">{start}</p>}
      {!error && found && (
        <div className="trial-texts" data-old={looking || undefined}>
          {found.texts.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: texts have no other name than their order
            <TrialText key={at} found={one} />
          ))}
          {found.more && <p className="trial-start">{trial.more}</p>}
        </div>
      )}
    </section>
  );
}
