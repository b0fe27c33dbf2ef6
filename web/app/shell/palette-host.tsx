import { type ComponentType, useEffect, useState } from 'react';
import type { PaletteProps } from '../../features/palette/palette.tsx';
import { inChunkTime } from '../../lib/chunk-time.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useStore } from '../../lib/store.ts';
import { closeOverlay, overlay } from './overlays.ts';

const close = () => closeOverlay('palette');
const load = () => inChunkTime(() => import('../../features/palette/palette.tsx'));

/** Fetches the palette's code once the browser has nothing better to do, or when it is opened before. */
export function PaletteHost() {
  const open = useStore(overlay) === 'palette';
  const { core } = useTexts();
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();

  useEffect(
    () =>
      whenIdle(
        () =>
          void load().then(
            (module) => setPalette(() => module.Palette),
            // Opening it tries again, and says so when that fails.
            () => undefined,
          ),
      ),
    [],
  );

  useEffect(() => {
    if (!open || Palette) return;
    load().then(
      (module) => setPalette(() => module.Palette),
      () => {
        close();
        notify({ level: 'error', title: core.failure.chunkTitle, text: core.failure.chunkText });
      },
    );
  }, [open, Palette, core]);

  return open && Palette ? <Palette onClose={close} /> : null;
}

const laterMs = 2_000;

/** Does something once the page rests; the answer calls it off. Not every browser tells when it is idle. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, laterMs);
  return () => clearTimeout(timer);
}
