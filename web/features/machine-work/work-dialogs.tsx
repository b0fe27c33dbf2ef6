import { listAsr, listOcr } from '@lectern/contract/features/machine-work.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { countWords } from '../../components/list-page/count-words.ts';
import { OptionsDialog } from '../../components/work/options-dialog.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/use-store.ts';
import { RunMissingDialog } from './run-missing-dialog.tsx';
import { closeWorkDialog, startOn, type WorkDialog, workDialog } from './work-dialog.ts';

/** Whatever an action on machine work needs to ask. */
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

/** Closes the dialog once its deed is under way; it stays when that is refused. */
function useDeed() {
  const [busy, setBusy] = useState(false);
  const carryOut = async (deed: () => Promise<void>) => {
    setBusy(true);
    try {
      await deed();
      closeWorkDialog();
    } catch {
      // Why it was refused is told by the shared handling of failures.
      setBusy(false);
    }
  };
  return { busy, carryOut };
}

function RunWithOptions({ list, step, target }: Extract<WorkDialog, { kind: 'options' }>) {
  const { busy, carryOut } = useDeed();
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
  const { busy, carryOut } = useDeed();
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
