import { installOf } from '@lectern/contract/features/job-cause.ts';
import type { WorkRow } from '@lectern/contract/features/machine-work.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { CopyButton } from '../copy-button.tsx';
import { causeOf } from './work-words.ts';
import './cause-text.css';

/** Why work did not come off; where an engine is missing, with the command that installs it, to take along. */
export function CauseText({ work }: { work: Pick<WorkRow, 'cause' | 'causeCode'> }) {
  const texts = useTexts();
  const sentence = causeOf(work) ?? '';
  const missing = work.causeCode === 'engineMissing' ? installOf(work.cause ?? '') : undefined;
  if (!missing) return <span title={work.cause ?? undefined}>{sentence}</span>;
  return (
    <>
      {installOf(sentence)?.sentence ?? sentence}
      <span className="cause-install">
        <code>{missing.install}</code>
        <CopyButton text={missing.install} label={texts.work.copyInstall} />
      </span>
    </>
  );
}
