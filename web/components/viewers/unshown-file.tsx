import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../icon.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { ViewerMessage } from './viewer-message.tsx';

type Props = {
  icon: IconName;
  url: string;
  downloadUrl: string;
  picture?: string | null | undefined;
  /** Said of a file that is there. */
  title: string;
  children: ReactNode;
  onRetry: () => void;
};

/** Browsers keep to themselves whether a file is none of theirs or did not come: one byte of it tells. */
export function UnshownFile({ url, title, children, onRetry, picture, ...shared }: Props) {
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
