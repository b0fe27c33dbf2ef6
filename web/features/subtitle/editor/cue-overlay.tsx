import { useEffect, useRef, useState } from 'react';
import type { ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { lineAtTime } from '../../../components/workbench/model/line-at-time.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';

type Props = { work: TextWork; link: ViewerLink; language: string };

/** What is shown at this moment, as it is being edited. */
export function CueOverlay({ work, link, language }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    let frame = 0;
    const look = () => {
      const video = place.current?.parentElement?.querySelector('video');
      const ms = (video?.currentTime ?? link.place.get().second ?? 0) * 1_000;
      const { lines } = work.state.get();
      const line = lines[lineAtTime(lines, ms)];
      setText(line && ms < (line.endMs ?? 0) ? line.text : '');
      cancelAnimationFrame(frame);
      if (video && !video.paused) frame = requestAnimationFrame(look);
    };
    look();
    const stops = [link.place.subscribe(look), work.state.subscribe(look)];
    return () => {
      for (const stop of stops) stop();
      cancelAnimationFrame(frame);
    };
  }, [work, link]);
  return (
    <div ref={place} className="cue-overlay" lang={language} aria-hidden="true">
      {text && <span>{text}</span>}
    </div>
  );
}
