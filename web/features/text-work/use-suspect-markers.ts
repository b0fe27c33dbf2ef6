import { useEffect, useState } from 'react';
import type { Marker } from '../../components/viewers/media/media-viewer-props.ts';
import type { TextWork } from '../../components/workbench/model/text-work.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';

/** Marks follow the text when its writer pauses. */
const pauseMs = 600;

/** Where something may not have been said at all; the same marks again as long as nothing moved. */
export function useSuspectMarkers(work: TextWork): readonly Marker[] {
  const { reading } = useTexts();
  const [markers, setMarkers] = useState<readonly Marker[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const found = work.state.get().lines.flatMap(({ key, startMs, text, suspects }): Marker[] => {
        const [suspect] = suspects ?? [];
        if (!suspect || startMs === undefined) return [];
        const label = `${reading.suspects[suspect]}: ${text.slice(0, 60)}`;
        return [{ id: String(key), second: startMs / 1_000, label, tone: 'warn' }];
      });
      setMarkers((known) => (JSON.stringify(known) === JSON.stringify(found) ? known : found));
    };
    look();
    const stop = work.state.subscribe(() => {
      clearTimeout(timer);
      timer = setTimeout(look, pauseMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [work, reading]);
  return markers;
}
