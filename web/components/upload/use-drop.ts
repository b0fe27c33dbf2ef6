import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import type { UploadFile } from '../../lib/uploads.ts';
import { droppedEntries, filesOf } from './read-dropped.ts';

/** Takes files and folders that are dropped on an element. */
export function useDrop(onFiles: (files: UploadFile[]) => void, enabled = true) {
  const { upload } = useTexts();
  const [over, setOver] = useState(false);
  /** How many files a folder that is being read has so far. */
  const [reading, setReading] = useState<number | null>(null);
  // Moving onto a child leaves the parent, as far as events go.
  const depth = useRef(0);

  const read = useCallback(
    async (transfer: DataTransfer) => {
      const { entries, files } = droppedEntries(transfer);
      setReading(0);
      try {
        const found = await filesOf(entries, setReading);
        const all = [...found, ...files.map((file) => ({ file, relativePath: '' }))];
        if (all.length > 0) onFiles(all);
        else notify({ level: 'info', title: upload.nothingDropped });
      } catch {
        notify({ level: 'error', title: upload.readFailed, text: upload.readFailedText });
      } finally {
        setReading(null);
      }
    },
    [onFiles, upload],
  );

  // A drop on something inside that takes it for itself ends the drag here too.
  useEffect(() => {
    const end = () => {
      depth.current = 0;
      setOver(false);
    };
    window.addEventListener('drop', end, true);
    return () => window.removeEventListener('drop', end, true);
  }, []);

  const step = (event: DragEvent, by: number) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  const handlers = {
    onDragEnter: (event: DragEvent) => step(event, 1),
    onDragLeave: (event: DragEvent) => step(event, -1),
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = enabled ? 'copy' : 'none';
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (enabled) void read(event.dataTransfer);
    },
  };
  return { over: over && enabled, reading, handlers };
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer.types.includes('Files');
}
