import { evidenceFrom, getSummary, listSummaries } from '@lectern/contract/features/summary.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { countWords } from '../../../components/list-page/count-words.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { Switch } from '../../../components/switch.tsx';
import { useDialogAction } from '../../../components/use-dialog-action.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { OutOfDateDialog, RegenerateDialog, RejectDialog } from '../decision-dialogs.tsx';
import {
  closeSummaryDialog,
  type SummaryDialog,
  type SummaryTarget,
  startOn,
  summaryDialog,
} from './summary-dialog.ts';

/** Dialogs of the list's actions. */
export function SummaryDialogs() {
  const open = useStore(summaryDialog);
  const { busy, carryOut } = useDialogAction(closeSummaryDialog);
  const what = useWhat(open && 'target' in open ? open.target : undefined);
  if (!open) return null;
  if (!('target' in open)) return <RunMany kind={open.kind} />;
  const { target } = open;
  const common = { what, busy, onClose: closeSummaryDialog };
  if (open.kind === 'outOfDate') return <OutOfDateRow {...open} busy={busy} carryOut={carryOut} />;
  if (open.kind === 'publish')
    return <PublishDialog {...common} onPublish={(input) => void carryOut(() => startOn('publish', target, input))} />;
  if (open.kind === 'approve')
    return <ApproveDialog {...common} onApprove={(input) => void carryOut(() => startOn('approve', target, input))} />;
  if (open.kind === 'reject')
    return <RejectDialog {...common} onReject={(why) => void carryOut(() => startOn('reject', target, why))} />;
  return <RegenerateDialog {...common} onRun={(options) => void carryOut(() => startOn('run', target, { options }))} />;
}

function useWhat(target: SummaryTarget | undefined): string {
  const { summary } = useTexts();
  const format = useFormat();
  if (target?.row) return fillText(summary.one, { title: target.row.resource.title });
  return fillText(summary.what, { count: format.number(target?.count ?? 0) });
}

const thresholds = ['1', '0.9', '0.8', '0.7', '0.5', '0'];
type Common = { what: string; busy: boolean; onClose: () => void };
type ApproveProps = Common & { onApprove: (input: { evidence: number; acceptOutOfDate: boolean }) => void };

function ApproveDialog({ what, busy, onApprove, onClose }: ApproveProps) {
  const { summary, work } = useTexts();
  const [evidence, setEvidence] = useState(String(evidenceFrom));
  const [acceptOutOfDate, setAccept] = useState(false);
  return (
    <FormDialog
      title={fillText(summary.approve.title, { what })}
      confirmLabel={summary.approve.submit}
      busy={busy}
      onConfirm={() => onApprove({ evidence: Number(evidence), acceptOutOfDate })}
      onClose={onClose}
    >
      <p>{summary.approve.text}</p>
      <SelectField
        label={summary.approve.evidence}
        hint={summary.approve.evidenceHint}
        value={evidence}
        options={thresholds.map((value) => ({
          value,
          label: fillText(work.percent, { value: Math.round(Number(value) * 100) }),
        }))}
        onChange={setEvidence}
      />
      <OutOfDateSwitch checked={acceptOutOfDate} onChange={setAccept} />
    </FormDialog>
  );
}

type PublishProps = Common & { onPublish: (input: { acceptOutOfDate: boolean }) => void };

function PublishDialog({ what, busy, onPublish, onClose }: PublishProps) {
  const { summary } = useTexts();
  const [acceptOutOfDate, setAccept] = useState(false);
  return (
    <FormDialog
      title={fillText(summary.publishMany.title, { what })}
      confirmLabel={summary.publish}
      busy={busy}
      onConfirm={() => onPublish({ acceptOutOfDate })}
      onClose={onClose}
    >
      <p>{summary.publishMany.text}</p>
      <OutOfDateSwitch checked={acceptOutOfDate} onChange={setAccept} />
    </FormDialog>
  );
}

type OutOfDateSwitchProps = { checked: boolean; onChange: (checked: boolean) => void };

function OutOfDateSwitch(props: OutOfDateSwitchProps) {
  const { outOfDate } = useTexts().summary;
  return <Switch {...props} label={outOfDate.include} hint={outOfDate.includeHint} />;
}

type OutOfDateProps = Extract<SummaryDialog, { kind: 'outOfDate' }> &
  Pick<ReturnType<typeof useDialogAction>, 'busy' | 'carryOut'>;

function OutOfDateRow({ move, row, target, busy, carryOut }: OutOfDateProps) {
  const change = useQuery(queryOf(getSummary, { params: { id: row.id } }, { quiet: true })).data?.outOfDate ?? null;
  const input = { acceptOutOfDate: true, ...(move === 'approve' && { evidence: 0 }) };
  return (
    <OutOfDateDialog
      move={move}
      title={row.resource.title}
      change={change}
      busy={busy}
      onRegenerate={() => void carryOut(() => startOn('run', target, { options: {} }))}
      onAnyway={() => void carryOut(() => startOn(move, target, input))}
      onClose={closeSummaryDialog}
    />
  );
}

const runs = {
  runMissing: { tab: 'todo', action: 'runMissing' },
  runAll: { tab: 'all', action: 'run' },
} as const;

function RunMany({ kind }: { kind: 'runMissing' | 'runAll' }) {
  const { summary, words } = useTexts();
  const format = useFormat();
  const { busy, carryOut } = useDialogAction(closeSummaryDialog);
  const { tab, action } = runs[kind];
  const count = useQuery(queryOf(listSummaries, { query: { tab } })).data?.count;
  const target = { selection: { matching: `tab=${tab}` }, count: count?.value ?? 0, done: () => undefined };
  const none = kind === 'runMissing' && count?.value === 0;
  return (
    <ConfirmDialog
      open
      title={summary[kind].title}
      confirmLabel={none ? words.close : summary[kind].submit}
      busy={busy || !count}
      onConfirm={() => (none ? closeSummaryDialog() : void carryOut(() => startOn(action, target)))}
      onClose={closeSummaryDialog}
    >
      {none
        ? summary.runMissing.none
        : fillText(summary[kind].text, { count: count ? countWords(count, format) : words.loading })}
    </ConfirmDialog>
  );
}
