import type { SummaryOrigin, SummaryState, SummaryVersion } from '@lectern/contract/features/summary.ts';
import type { ReactNode } from 'react';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { Icon } from '../icon.tsx';
import { Status, type StatusTone } from '../status.tsx';
import './summary-text.css';

const tones: Record<SummaryState, StatusTone> = {
  none: 'idle',
  draft: 'warn',
  approved: 'info',
  published: 'ok',
  rejected: 'bad',
};

/** A plain function instead of a component, because table cells call it. */
export function summaryState(state: SummaryState, { summary }: Texts): ReactNode {
  return <Status tone={tones[state]}>{summary.states[state]}</Status>;
}

type Made = { origin: SummaryOrigin; model: string | null; createdBy?: { name: string } | null };

/** Says who wrote it, so readers don't mistake an extract for an author's words or machine text for a person's. */
export function originWords({ origin, model, createdBy }: Made, { summary }: Texts): string {
  const { label } = summary;
  if (origin === 'extracted') return label.extracted;
  if (origin === 'generated') return model ? fillText(label.generated, { model }) : label.generatedUnknown;
  return createdBy ? fillText(label.edited, { name: createdBy.name }) : label.editedUnknown;
}

const icons = { extracted: 'copy', generated: 'sparkle', edited: 'edit' } as const;
const hints = { generated: 'generatedHint', edited: 'editedHint' } as const;

/** Labels a summary as extracted, machine-generated or written by a person. */
export function SummaryLabel({ version }: { version: Pick<SummaryVersion, 'origin' | 'model' | 'createdBy'> }) {
  const texts = useTexts();
  return (
    <p className={`summary-label summary-label-${version.origin}`}>
      <Icon name={icons[version.origin]} />
      <b>{originWords(version, texts)}</b>
      {version.origin !== 'extracted' && <span>{texts.summary.label[hints[version.origin]]}</span>}
    </p>
  );
}
