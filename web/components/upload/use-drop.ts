import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import type { UploadFile } from '../../lib/uploads.ts';
import { droppedEntries, filesOf, inOrder, isJunk } from './read-dropped.ts';

export function useDrop(onFiles: (files: UploadFile[]) => void, enabled = true) {
  const { upload } = useTexts();
  const [over, setOver] = useState(false);
  /** Number of files found so far in a dropped folder; null when none is being read. */
  const [reading, setReading] = useState<number | null>(null);
  // Counts nested elements, because moving onto a child also fires `dragleave` on the parent.
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

  // A nested target may stop the drop event, so listen on the window to end the drag state here too.
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

/** Opens the file or folder picker; empty if the user cancels. */
export function chooseFiles({ folder = false, accept = '', many = true } = {}): Promise<UploadFile[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = many;
  input.accept = accept;
  input.webkitdirectory = folder;
  input.hidden = true;
  // Some browsers drop a file input that isn't in the document.
  document.body.append(input);
  return new Promise((resolve) => {
    const end = (files: UploadFile[]) => {
      input.remove();
      resolve(files);
    };
    input.addEventListener('cancel', () => end([]));
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])].filter(({ name }) => !isJunk(name));
      end(inOrder(files.map((file) => ({ file, relativePath: folderOf(file.webkitRelativePath) }))));
    });
    input.click();
  });
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
