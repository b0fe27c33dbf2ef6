import { getReading } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReadBox } from '../../../../components/viewers/image/image-boxes.tsx';
import { turnBack } from '../../../../components/viewers/turn-back.ts';
import type { Box, ViewerLink } from '../../../../components/viewers/viewer-link.ts';
import { queryOf } from '../../../../lib/queries.ts';
import { useStore } from '../../../../lib/use-store.ts';
import { useReadings } from './use-readings.ts';

type ImageBoxes = {
  /** What was read, where one wants to see it; null: not now. */
  boxes: readonly ReadBox[] | null;
  mark: Box | null;
  /** Absent where nothing was read. */
  toggle: (() => void) | undefined;
};

const sources = ['ocr'] as const;

/** The text that was read from a picture, as boxes over it, and the one that somebody came for. */
export function useImageBoxes(resource: ResourceDetailView, version: ResourceVersion, link: ViewerLink): ImageBoxes {
  const [shown, setShown] = useState(false);
  const mark = useStore(link.mark);
  const { id } = resource;
  const [read] = useReadings(id, sources, version.current).current;
  const usable = read !== undefined && !read.stale;
  const text = useQuery({
    ...queryOf(getReading, { params: { id, source: 'ocr' }, query: { from: 1, size: 1 } }, { quiet: true }),
    enabled: usable && (shown || mark !== null),
    retry: false,
  });
  const part = text.data?.parts[0];
  /** How it lies can only be said once it is known how it was turned. */
  const known = !usable || !text.isLoading;
  const boxes = part?.lines.flatMap(({ box, text: words, confidence }) =>
    box ? [{ box: turnBack(box, part.rotation), text: words, confidence }] : [],
  );
  return {
    boxes: shown && boxes ? boxes : null,
    mark: version.current && mark && known ? turnBack(mark.box, part?.rotation ?? null) : null,
    toggle: usable ? () => setShown(!shown) : undefined,
  };
}
