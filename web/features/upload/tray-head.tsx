import { type ReactNode, useEffect, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { movingPhases, type UploadPhase } from './engine/upload-item.ts';
import type { UploadSnapshot } from './engine/upload-items.ts';
import { timeLeftMs } from './time-left.ts';

/** How far all of it is, in one line and a bar. */
export function TrayHead({ snapshot, children }: { snapshot: UploadSnapshot; children: ReactNode }) {
  const { upload } = useTexts();
  const format = useFormat();
  const { items, counts, totalBytes, sentBytes } = snapshot;
  const moving = sum(counts, [...movingPhases]) > 0;
  const asking = sum(counts, ['undeclared', 'duplicate', 'refused']);
  const left = useTimeLeft(moving, sentBytes, totalBytes);
  const share = totalBytes > 0 ? sentBytes / totalBytes : 1;
  const bytes = fillText(upload.progress, { sent: format.bytes(sentBytes), total: format.bytes(totalBytes) });
  const detail = [
    moving && bytes,
    moving && left !== null && fillText(upload.timeLeft, { time: format.duration(left) }),
    asking > 0 && (moving || counts.done > 0) && fillText(upload.asking, { count: format.number(asking) }),
  ].filter(Boolean);

  return (
    <div className="upload-head">
      <div className="upload-head-words">
        <h2>
          {/* How it ends is read out; not each file on the way. */}
          <span role="status" aria-live={moving ? 'off' : 'polite'}>
            {headline(snapshot, moving, format.number, upload)}
          </span>
        </h2>
        {detail.length > 0 && <p>{detail.join(' · ')}</p>}
      </div>
      {children}
      {(moving || counts.paused + counts.missing > 0) && (
        <progress
          className="upload-bar"
          aria-label={upload.progressLabel}
          max={100}
          value={items.length > 0 ? Math.floor(share * 100) : 0}
        />
      )}
    </div>
  );
}

function headline(
  { items, counts }: UploadSnapshot,
  moving: boolean,
  number: (value: number) => string,
  texts: ReturnType<typeof useTexts>['upload'],
): string {
  if (moving || counts.paused > 0) {
    return fillText(texts.sending, { done: number(counts.done), total: number(items.length) });
  }
  if (counts.undeclared > 0) return fillText(texts.languageTitle, { count: number(counts.undeclared) });
  if (counts.missing > 0) return fillText(texts.waitingTitle, { count: number(counts.missing) });
  if (counts.done === 0) return fillText(texts.asking, { count: number(items.length) });
  return counts.done === 1 ? texts.sentOne : fillText(texts.sent, { total: number(counts.done) });
}

function sum(counts: UploadSnapshot['counts'], phases: readonly UploadPhase[]): number {
  return phases.reduce((total, phase) => total + counts[phase], 0);
}

/** Told once a second, from what went through lately. */
function useTimeLeft(moving: boolean, sentBytes: number, totalBytes: number): number | null {
  const [left, setLeft] = useState<number | null>(null);
  const latest = useLatest({ sentBytes, totalBytes });
  useEffect(() => {
    if (!moving) return;
    const samples: { at: number; bytes: number }[] = [];
    const timer = setInterval(() => {
      samples.push({ at: performance.now(), bytes: latest.current.sentBytes });
      if (samples.length > 10) samples.shift();
      setLeft(timeLeftMs(samples, latest.current.totalBytes));
    }, 1_000);
    return () => {
      clearInterval(timer);
      setLeft(null);
    };
  }, [moving]);
  return left;
}
