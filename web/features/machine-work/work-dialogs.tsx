import type { StepKind } from '@lectern/contract/features/job.ts';
import { listAsr, listOcr, runMissing } from '@lectern/contract/features/machine-work.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { countWords } from '../../components/list-page/count-words.ts';
import { Switch } from '../../components/switch.tsx';
import { useDialogAction } from '../../components/use-dialog-action.ts';
import { OptionsDialog } from '../../components/work/options-dialog.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { closeWorkDialog, startOn, type WorkDialog, workDialog } from './work-dialog.ts';
import './work-dialogs.css';

/** Renders the open dialog, if any. */
export function WorkDialogs() {
  const open = useStore(workDialog);
  switch (open?.kind) {
    case 'options':
      return <RunWithOptions {...open} />;
    case 'missing':
      return <RunMissingDialog steps={open.steps} />;
    case 'all':
      return <RunAll list={open.list} />;
    default:
      return null;
  }
}

function RunWithOptions({ list, step, target }: Extract<WorkDialog, { kind: 'options' }>) {
  const { busy, carryOut } = useDialogAction(closeWorkDialog);
  return (
    <OptionsDialog
      kind={step}
      resource={target.row?.resource.kind}
      start={target.row?.options ?? {}}
      busy={busy}
      onRun={(options) => void carryOut(() => startOn(list, 'run', target, { options }))}
      onClose={closeWorkDialog}
    />
  );
}

const calls = { ocr: listOcr, asr: listAsr };
const everything = 'tab=all';

function RunAll({ list }: { list: 'ocr' | 'asr' }) {
  const { work, words } = useTexts();
  const format = useFormat();
  const { busy, carryOut } = useDialogAction(closeWorkDialog);
  const count = useQuery(queryOf(calls[list], { query: { tab: 'all' } })).data?.count;
  const target = { selection: { matching: everything }, count: count?.value ?? 0, done: () => undefined };
  return (
    <ConfirmDialog
      open
      title={work.all.title}
      confirmLabel={work.all.submit}
      busy={busy || !count}
      onConfirm={() => void carryOut(() => startOn(list, 'run', target))}
      onClose={closeWorkDialog}
    >
      {fillText(work.all.text, { step: work.steps[list], count: count ? countWords(count, format) : words.loading })}
    </ConfirmDialog>
  );
}

/** Queues steps that were never run, and failed ones on request. */
function RunMissingDialog({ steps }: { steps: readonly StepKind[] }) {
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
