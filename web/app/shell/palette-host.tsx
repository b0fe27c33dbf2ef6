import { type ComponentType, useEffect, useState } from 'react';
import type { PaletteProps } from '../../features/palette/palette.tsx';
import { inChunkTime } from '../../lib/chunk-time.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useStore } from '../../lib/use-store.ts';
import { closeOverlay, overlay } from './overlays.ts';

const close = () => closeOverlay('palette');

/** Fetches the palette's code when it is first opened. */
export function PaletteHost() {
  const open = useStore(overlay) === 'palette';
  const { core } = useTexts();
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();

  useEffect(() => {
    if (!open || Palette) return;
    inChunkTime(() => import('../../features/palette/palette.tsx')).then(
      (module) => setPalette(() => module.Palette),
      () => {
        close();
        notify({ level: 'error', title: core.failure.chunkTitle, text: core.failure.chunkText });
      },
    );
  }, [open, Palette, core]);

  return open && Palette ? <Palette onClose={close} /> : null;
}
