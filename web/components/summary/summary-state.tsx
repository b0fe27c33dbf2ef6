import type { SummaryOrigin, SummaryState } from '@lectern/contract/features/summary.ts';
import type { ReactNode } from 'react';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';
import { Status, type StatusTone } from '../status.tsx';

const tones: Record<SummaryState, StatusTone> = {
  none: 'idle',
  draft: 'warn',
  approved: 'info',
  published: 'ok',
  rejected: 'bad',
};

/** A plain function, because cells call it. */
export function summaryState(state: SummaryState, { summary }: Texts): ReactNode {
  return <Status tone={tones[state]}>{summary.states[state]}</Status>;
}

type Made = { origin: SummaryOrigin; model: string | null; createdBy?: { name: string } | null };

/** Who wrote it, in plain words: nobody shall take an extract for an author, nor a machine for a person. */
export function originWords({ origin, model, createdBy }: Made, { summary }: Texts): string {
  const { label } = summary;
  if (origin === 'extracted') return label.extracted;
  if (origin === 'generated') return model ? fillText(label.generated, { model }) : label.generatedUnknown;
  return createdBy ? fillText(label.edited, { name: createdBy.name }) : label.editedUnknown;
}
