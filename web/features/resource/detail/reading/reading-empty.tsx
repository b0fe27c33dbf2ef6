import type { StepKind } from '@lectern/contract/features/job.ts';
import { listResourceWork } from '@lectern/contract/features/machine-work.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../components/button.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { CauseText } from '../../../../components/work/cause-text.tsx';
import { isUnderWay } from '../../../../components/work/work-state.tsx';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../../lib/queries.ts';

type Props = { id: string; of: 'emptyText' | 'emptyTranscript'; onProcessing: () => void };

/** The steps that bring the text, the last one first. */
const steps: Record<Props['of'], readonly StepKind[]> = { emptyText: ['ocr', 'convert'], emptyTranscript: ['asr'] };

/** Nothing was read or heard: why, where that is known, and where one sees more. */
export function ReadingEmpty({ id, of, onProcessing }: Props) {
  const { reading } = useTexts();
  const all = useQuery(queryOf(listResourceWork, { params: { id } }, { quiet: true })).data?.map(({ work }) => work);
  const own = steps[of].flatMap((kind) => all?.filter((work) => work.kind === kind) ?? []);
  const ended = own.some(({ state }) => isUnderWay(state))
    ? undefined
    : own.find((work) => work.cause ?? work.causeCode);
  return (
    <EmptyState
      icon={of === 'emptyText' ? 'document' : 'audio'}
      title={ended ? reading[of].none : reading[of].title}
      action={<Button onClick={onProcessing}>{reading.toProcessing}</Button>}
    >
      {ended ? <CauseText work={ended} /> : reading[of].text}
    </EmptyState>
  );
}
