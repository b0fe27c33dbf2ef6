import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { Icon, type IconName } from '../icon.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import './viewer.css';

type Props = {
  icon: IconName;
  title: string;
  /** Address of the original file, downloaded under its own name. */
  downloadUrl: string;
  picture?: string | null | undefined;
  onRetry?: (() => void) | undefined;
  children?: ReactNode;
};

/** Shown instead of a file that can't be displayed, with the reason and a download link. */
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

type UnshownFileProps = {
  icon: IconName;
  url: string;
  downloadUrl: string;
  picture?: string | null | undefined;
  /** Title when the file was reachable but can't be displayed. */
  title: string;
  children: ReactNode;
  onRetry: () => void;
};

/** Browsers don't say whether a file is unsupported or unreachable, so fetch one byte to find out. */
export function UnshownFile({ url, title, children, onRetry, picture, ...shared }: UnshownFileProps) {
  const { unreachable } = useTexts().viewer.pdfProblems;
  const [arrives, setArrives] = useState<boolean | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    fetch(url, { headers: { range: 'bytes=0-0' }, signal: stop.signal })
      .then(({ ok }) => ok)
      .catch(() => false)
      .then((known) => !stop.signal.aborted && setArrives(known));
    return () => stop.abort();
  }, [url]);
  if (arrives === null) {
    return (
      <SkeletonRegion className="viewer">
        <Skeleton height={240} />
      </SkeletonRegion>
    );
  }
  return (
    <div className="viewer">
      {arrives ? (
        <ViewerMessage {...shared} title={title} picture={picture}>
          {children}
        </ViewerMessage>
      ) : (
        <ViewerMessage {...shared} title={unreachable.title} onRetry={onRetry}>
          {unreachable.text}
        </ViewerMessage>
      )}
    </div>
  );
}
