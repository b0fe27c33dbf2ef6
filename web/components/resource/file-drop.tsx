import type { UploadFile } from '../../lib/uploads.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { Spinner } from '../spinner.tsx';
import { chooseFiles } from '../upload/choose-files.ts';
import { useDrop } from '../upload/use-drop.ts';
import './file-drop.css';

type Props = {
  label: string;
  text: string;
  title?: string;
  look?: 'plain' | 'primary';
  disabled?: boolean;
  onFiles: (files: readonly UploadFile[]) => void;
};

/** A box that takes files and folders, dropped or chosen. */
export function FileDrop({ label, text, title, look = 'plain', disabled = false, onFiles }: Props) {
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
