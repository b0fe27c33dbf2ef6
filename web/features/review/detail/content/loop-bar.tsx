import { clock } from '../../../../components/viewers/media/clock.ts';
import type { Span, useLoop } from '../../../../components/viewers/media/use-loop.ts';
import { useTexts } from '../../../../lib/i18n/use-texts.ts';

/** Says what is played over and over, and lets go of it. */
export function LoopBar({ span, loop }: { span: Span; loop: ReturnType<typeof useLoop> }) {
  const { content } = useTexts().review;
  return (
    <label className="review-loop" title={content.loopHint}>
      <input type="checkbox" className="grid-checkbox" checked={loop.on} onChange={loop.toggle} />
      {content.loop}
      <span>
        {clock(span.from)} – {clock(span.to)}
      </span>
    </label>
  );
}
