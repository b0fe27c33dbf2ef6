import { Button } from '../../../../components/button.tsx';
import { EmptyState } from '../../../../components/empty-state.tsx';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';

/** Nothing was read or heard yet: where one sees why. */
export function ReadingEmpty({ of, onProcessing }: { of: 'emptyText' | 'emptyTranscript'; onProcessing: () => void }) {
  const { reading } = useTexts();
  return (
    <EmptyState
      icon={of === 'emptyText' ? 'document' : 'audio'}
      title={reading[of].title}
      action={<Button onClick={onProcessing}>{reading.toProcessing}</Button>}
    >
      {reading[of].text}
    </EmptyState>
  );
}
