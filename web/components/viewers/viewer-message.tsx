import type { ReactNode } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { Icon, type IconName } from '../icon.tsx';
import './viewer.css';

type Props = {
  icon: IconName;
  title: string;
  /** Where the file itself can be had, under its own name. */
  downloadUrl: string;
  /** A small picture of it, where there is one. */
  picture?: string | null | undefined;
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
};

/** Stands where something can't be shown, says why, and offers the file. */
export function ViewerMessage({ icon, title, downloadUrl, picture, onRetry, children }: Props) {
  const { viewer, words } = useTexts();
  return (
    <div className="viewer-message">
      {picture ? <img src={picture} alt="" className="viewer-message-picture" /> : <Icon name={icon} size={32} />}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      <div className="viewer-message-actions">
        <a className="action" href={downloadUrl} download>
          <Icon name="download" />
          {viewer.download}
        </a>
        {onRetry && (
          <button type="button" className="action" onClick={onRetry}>
            {words.retry}
          </button>
        )}
      </div>
    </div>
  );
}
