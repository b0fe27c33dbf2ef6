import type { StepKind } from '@lectern/contract/features/job.ts';
import { runMissing } from '@lectern/contract/features/machine-work.ts';
import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Switch } from '../../components/switch.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useMutationOf } from '../../lib/queries.ts';
import { closeWorkDialog } from './work-dialog.ts';
import './work-dialogs.css';

/** Catches up with what was never done; where there is only one step, that one. */
export function RunMissingDialog({ steps }: { steps: readonly StepKind[] }) {
  const { work, words } = useTexts();
  const [chosen, setChosen] = useState<readonly StepKind[]>(steps);
  const [failed, setFailed] = useState(false);
  const begin = useMutationOf(runMissing, { idempotent: true });
  const form = useId();
  const submit = () =>
    begin.mutate(
      { body: { kinds: [...chosen], failed } },
      {
        onSuccess: () => {
          notify({ level: 'info', title: work.missing.begun, text: work.missing.begunText });
          closeWorkDialog();
        },
      },
    );
  const footer = (
    <>
      <Button onClick={closeWorkDialog}>{words.cancel}</Button>
      <Button look="primary" submits form={form} busy={begin.isPending} disabled={chosen.length === 0}>
        {work.missing.submit}
      </Button>
    </>
  );
  return (
    <Dialog open title={work.missing.title} onClose={closeWorkDialog} footer={footer}>
      <form
        id={form}
        className="run-missing"
        onSubmit={(event) => {
          event.preventDefault();
          if (!begin.isPending) submit();
        }}
      >
        <p>{work.missing.text}</p>
        {steps.length > 1 && (
          <fieldset>
            <legend>{work.missing.steps}</legend>
            {steps.map((step) => (
              <label key={step}>
                <input
                  type="checkbox"
                  className="grid-checkbox"
                  checked={chosen.includes(step)}
                  onChange={() =>
                    setChosen(steps.filter((one) => (one === step ? !chosen.includes(one) : chosen.includes(one))))
                  }
                />
                {work.steps[step]}
              </label>
            ))}
          </fieldset>
        )}
        <Switch label={work.missing.failed} hint={work.missing.failedHint} checked={failed} onChange={setFailed} />
      </form>
    </Dialog>
  );
}
