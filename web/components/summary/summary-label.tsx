import type { SummaryVersion } from '@lectern/contract/features/summary.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { Icon } from '../icon.tsx';
import { originWords } from './summary-state.tsx';
import './summary-text.css';

const icons = { extracted: 'copy', generated: 'sparkle', edited: 'edit' } as const;
const hints = { extracted: 'extractedHint', generated: 'generatedHint', edited: 'editedHint' } as const;

/** Who wrote this: sentences of the text itself, a machine, or a person. */
export function SummaryLabel({ version }: { version: Pick<SummaryVersion, 'origin' | 'model' | 'createdBy'> }) {
  const texts = useTexts();
  return (
    <p className={`summary-label summary-label-${version.origin}`}>
      <Icon name={icons[version.origin]} />
      <b>{originWords(version, texts)}</b>
      <span>{texts.summary.label[hints[version.origin]]}</span>
    </p>
  );
}
