import type { WorkRow } from '@lectern/contract/features/machine-work.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { CopyButton } from '../copy-button.tsx';
import { causeOf } from './work-words.ts';
import './cause-text.css';

/** As engines that are missing say what is to be done. */
const install = / Install it with: (?<command>.+)$/s;

/** Why work did not come off; where an engine is missing, with the command that installs it, to take along. */
export function CauseText({ work }: { work: Pick<WorkRow, 'cause' | 'causeCode'> }) {
  const texts = useTexts();
  const sentence = causeOf(work) ?? '';
  const command = work.causeCode === 'engineMissing' ? install.exec(sentence)?.groups?.command : undefined;
  if (!command) return sentence;
  return (
    <>
      {sentence.replace(install, '')}
      <span className="cause-install">
        <code>{command}</code>
        <CopyButton text={command} label={texts.work.copyInstall} />
      </span>
    </>
  );
}
