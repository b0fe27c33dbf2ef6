import type { StepKind } from '@lectern/contract/features/job.ts';
import type { ResourceKind } from '@lectern/contract/features/resource-state.ts';
import { useId, useState } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { type StepOptions, StepOptionsFields } from './step-options.tsx';

type Props = {
  kind: StepKind;
  resource?: ResourceKind | undefined;
  /** What it ran with before. */
  start: StepOptions;
  busy: boolean;
  onRun: (options: StepOptions) => void;
  onClose: () => void;
};

/** Asks how a step is to be run this time. */
export function OptionsDialog({ kind, resource, start, busy, onRun, onClose }: Props) {
  const { work, words } = useTexts();
  const [options, setOptions] = useState(start);
  const form = useId();
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" submits form={form} busy={busy}>
        {work.actions.run}
      </Button>
    </>
  );
  return (
    <Dialog open title={fillText(work.options.title, { step: work.steps[kind] })} onClose={onClose} footer={footer}>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onRun(options);
        }}
      >
        <StepOptionsFields kind={kind} resource={resource} value={options} onChange={setOptions} />
      </form>
    </Dialog>
  );
}
