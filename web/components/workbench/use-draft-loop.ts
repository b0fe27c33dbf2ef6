import { useEffect, useState } from 'react';
import { useOnline } from '../../lib/online.ts';
import type { DraftLoop } from './draft-loop.ts';

/** Keeps a draft while the page is open. What couldn’t be kept offline is sent when the connection is back. */
export function useDraftLoop<Text, Part>(create: () => DraftLoop<Text, Part>): DraftLoop<Text, Part> {
  const [keeper] = useState(create);
  useEffect(() => keeper.start(), [keeper]);
  const online = useOnline();
  useEffect(() => {
    if (online && keeper.status.get().state === 'failed') void keeper.flush();
  }, [online, keeper]);
  return keeper;
}
