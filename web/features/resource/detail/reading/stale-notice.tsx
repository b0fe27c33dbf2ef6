import type { Reading } from '@lectern/contract/features/reading.ts';
import { Banner } from '../../../../components/banner.tsx';
import { Button } from '../../../../components/button.tsx';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';

type Props = { reading: Reading; onProcessing: () => void };

/** Says that a text is of a file that was replaced, and where one sees how far the new one is. */
export function StaleNotice({ reading, onProcessing }: Props) {
  const { reading: words } = useTexts();
  if (!reading.stale) return null;
  return (
    <Banner
      tone="warning"
      actions={
        <Button size="small" onClick={onProcessing}>
          {words.toProcessing}
        </Button>
      }
    >
      {fillText(words.staleText, { number: reading.versionNumber })}
    </Banner>
  );
}
