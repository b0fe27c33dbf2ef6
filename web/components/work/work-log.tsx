import { useTexts } from '../../lib/i18n/use-texts.ts';
import { CopyButton } from '../copy-button.tsx';
import './work-log.css';

/** What an engine and the worker wrote down, as it was written. */
export function WorkLog({ log }: { log: string }) {
  const { work } = useTexts();
  if (log.trim() === '') return <p className="work-log-none">{work.noLog}</p>;
  return (
    <div className="work-log">
      <CopyButton text={log} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: one scrolls it with the keyboard */}
      <pre tabIndex={0} role="log" aria-label={work.log}>
        {log}
      </pre>
    </div>
  );
}
