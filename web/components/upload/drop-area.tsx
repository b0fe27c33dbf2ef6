import { type ReactNode, useCallback } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { startUpload, type UploadFile } from '../../lib/uploads.ts';
import { Button, Spinner } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { chooseFiles, useDrop } from './use-drop.ts';
import './drop-area.css';
import './file-drop.css';

export type UploadPlace = {
  libraryId: string;
  folderId: string | null;
  /** Display name. */
  name: string;
};

type Props = {
  /** Where dropped files go; null when the user may not upload here. */
  place: UploadPlace | null;
  className?: string;
  children: ReactNode;
};

/** Lets users drop files and folders anywhere on its children. */
export function DropArea({ place, className, children }: Props) {
  const { upload } = useTexts();
  const format = useFormat();
  const onFiles = useCallback(
    (files: UploadFile[]) => {
      if (place) startUpload({ files, libraryId: place.libraryId, folderId: place.folderId });
    },
    [place],
  );
  const { over, reading, handlers } = useDrop(onFiles, place !== null);
  return (
    <div className={`drop-area ${className ?? ''}`} {...handlers}>
      {children}
      {over && place && (
        <div className="drop-area-veil">
          <div className="drop-area-card">
            <Icon name="upload" size={24} />
            <strong>{upload.dropTitle}</strong>
            <span>{fillText(upload.dropInto, { place: place.name })}</span>
          </div>
        </div>
      )}
      {reading !== null && (
        <div className="drop-area-reading" role="status">
          <Spinner />
          {reading > 0 ? fillText(upload.readingCount, { count: format.number(reading) }) : upload.reading}
        </div>
      )}
    </div>
  );
}

type FileDropProps = {
  label: string;
  text: string;
  title?: string;
  look?: 'plain' | 'primary';
  disabled?: boolean;
  onFiles: (files: readonly UploadFile[]) => void;
};

/** A box for dropping or choosing files and folders. */
export function FileDrop({ label, text, title, look = 'plain', disabled = false, onFiles }: FileDropProps) {
  const { over, reading, handlers } = useDrop(onFiles, !disabled);
  return (
    <div className="file-drop" data-over={over || undefined} {...handlers}>
      {reading === null ? <Icon name="upload" size={22} /> : <Spinner />}
      {title && <strong>{title}</strong>}
      <Button look={look} disabled={disabled} onClick={() => void chooseFiles().then(onFiles)}>
        {label}
      </Button>
      <span>{text}</span>
    </div>
  );
}
