import type { SummaryChange } from '@lectern/contract/features/summary.ts';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { changeWords } from '../model/change-words.ts';
import './deeds.css';

type Props = {
  move: 'approve' | 'publish';
  /** Of the resource. */
  title: string;
  /** null: not known yet. */
  change: SummaryChange | null;
  busy: boolean;
  onRegenerate: () => void;
  onAnyway: () => void;
  onClose: () => void;
};

/** Asked before an out-of-date summary is approved or published. */
export function OutOfDateDialog({ move, title, change, busy, onRegenerate, onAnyway, onClose }: Props) {
  const { summary, words } = useTexts();
  const format = useFormat();
  const { outOfDate } = summary;
  const footer = (
    <>
      <Button data-first-focus onClick={onClose}>
        {words.cancel}
      </Button>
      <Button busy={busy} onClick={onAnyway}>
        {outOfDate.anyway[move]}
      </Button>
      <Button look="primary" icon="refresh" busy={busy} onClick={onRegenerate}>
        {outOfDate.regenerate}
      </Button>
    </>
  );
  return (
    <Dialog open className="summary-dialog" title={outOfDate.title} onClose={onClose} footer={footer}>
      <p>{fillText(outOfDate.text, { title })}</p>
      {change && <p>{changeWords(change, summary, format)}</p>}
    </Dialog>
  );
}
