import type { SummaryChange } from '@lectern/contract/features/summary.ts';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { changeWords } from '../model/change-words.ts';
import type { SummaryEdit } from './use-summary-edit.ts';
import type { SummaryMoves } from './use-summary-moves.ts';

type Props = { change: SummaryChange; edit: SummaryEdit; moves: SummaryMoves };

/** The text is another by now: what became of it, and the way to a newer summary. */
export function StaleBanner({ change, edit, moves }: Props) {
  const { summary } = useTexts();
  const format = useFormat();
  return (
    <Banner
      tone="warning"
      icon="clock"
      actions={
        edit.view.moves.includes('regenerate') && (
          <Button onClick={() => void moves.regenerate({})}>{summary.outOfDate.regenerate}</Button>
        )
      }
    >
      {changeWords(change, summary, format)}
    </Banner>
  );
}
