import { doubtfulBelow, sureFrom } from '@lectern/contract/features/reading.ts';
import type { ReactNode } from 'react';
import { boxStyle } from '../turn-back.ts';
import type { Box } from '../viewer-link.ts';
import type { Size, View } from './image-view.ts';
import '../viewer-mark.css';
import './image-boxes.css';

export type ReadBox = {
  box: Box;
  text: string;
  confidence: number | null;
  /** If set, a click on the box goes to its text; keyboard users reach that text directly. */
  onPick?: () => void;
  /** If set, called on double-click. */
  onEdit?: () => void;
};

type Props = {
  view: View;
  size: Size;
  boxes?: readonly ReadBox[] | undefined;
  mark?: Box | null | undefined;
  /** Also positioned by fractions of the picture. */
  children?: ReactNode;
};

/** Boxes of recognized text over the picture. The text itself can be selected in the tab next to it. */
export function ImageBoxes({ view, size, boxes = [], mark, children }: Props) {
  const place = { left: view.x, top: view.y, width: size.width * view.scale, height: size.height * view.scale };
  return (
    <div className="image-boxes" style={place}>
      {boxes.map(({ box, text, confidence, onPick, onEdit }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text beside it is keyboard-accessible
        // biome-ignore lint/a11y/noStaticElementInteractions: the same
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines never move
          key={at}
          className={`image-box image-box-${toneOf(confidence)}${onPick ? ' image-box-pick' : ''}`}
          style={boxStyle(box)}
          title={text}
          onClick={onPick}
          onDoubleClick={onEdit}
        />
      ))}
      {mark && <div key={mark.join()} className="viewer-mark" style={boxStyle(mark)} />}
      {children}
    </div>
  );
}

function toneOf(confidence: number | null): 'sure' | 'fair' | 'doubtful' {
  if (confidence === null || confidence >= sureFrom) return 'sure';
  return confidence >= doubtfulBelow ? 'fair' : 'doubtful';
}
