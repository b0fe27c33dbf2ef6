import type { ReadingLine } from '@lectern/contract/features/reading.ts';
import { useMemo } from 'react';
import type { Marker } from '../../../components/viewers/media/media-viewer-props.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { useSettledLines } from '../../../components/workbench/use-settled-lines.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';

export type Suspect = { key: number; startMs: number; text: string; suspects: NonNullable<ReadingLine['suspects']> };

const suspectsIn = (state: TextWork['state']): Suspect[] => {
  const { lines, suspects: count } = state.get();
  if (count === 0) return [];
  return lines.flatMap(({ key, startMs = 0, text, suspects }) =>
    suspects?.length ? [{ key, startMs, text: text.slice(0, 160), suspects }] : [],
  );
};

/** Lines that may not have been said at all. */
export function useSuspects(work: TextWork): readonly Suspect[] {
  return useSettledLines(work, suspectsIn);
}

/** The same, to be marked in the waveform. */
export function useSuspectMarkers(suspects: readonly Suspect[]): readonly Marker[] {
  const { reading } = useTexts();
  return useMemo(
    () =>
      suspects.flatMap(({ key, startMs, text, suspects: [reason] }): Marker[] => {
        if (!reason) return [];
        const label = `${reading.suspects[reason]}: ${text.slice(0, 60)}`;
        return [{ id: String(key), second: startMs / 1_000, label, tone: 'warn' }];
      }),
    [suspects, reading],
  );
}
