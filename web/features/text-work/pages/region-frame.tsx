import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef } from 'react';
import { boxStyle } from '../../../components/viewers/turn-back.ts';
import type { Box } from '../../../components/viewers/viewer-link.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { boxBetween, moveBox, resizeBox } from './region-box.ts';
import './region.css';
import '../../../components/visually-hidden.css';

type Props = { box: Box; onChange: (box: Box) => void; onRun: () => void; onLeave: () => void };

const step = 0.01;
const ways: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};

/** The part that is to be read again, drawn over the picture with the mouse or by keys. */
export function RegionFrame({ box, onChange, onRun, onLeave }: Props) {
  const { region } = useTexts().textWork;
  const hint = useId();
  const frame = useRef<HTMLButtonElement>(null);
  const began = useRef<{ x: number; y: number } | null>(null);
  useEffect(() => frame.current?.focus({ preventScroll: true }), []);
  const pointOf = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  };
  const begin = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    began.current = pointOf(event);
  };
  const draw = (event: PointerEvent) => {
    if (began.current && event.buttons === 1) onChange(boxBetween(began.current, pointOf(event)));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ways[event.key];
    if (event.key === 'Escape') onLeave();
    else if (way) onChange(event.shiftKey ? resizeBox(box, way) : moveBox(box, way));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      className="region-layer"
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={() => {
        began.current = null;
        frame.current?.focus({ preventScroll: true });
      }}
    >
      <button
        ref={frame}
        type="button"
        className="region-frame"
        style={boxStyle(box)}
        aria-label={region.frame}
        aria-describedby={hint}
        // A mouse draws; Enter on it is a click without one.
        onClick={({ detail }) => detail === 0 && onRun()}
        onKeyDown={onKeyDown}
      />
      <span id={hint} className="visually-hidden">
        {region.keys}
      </span>
    </div>
  );
}
