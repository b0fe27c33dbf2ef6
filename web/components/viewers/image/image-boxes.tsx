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
  /** Present: a click on it leads to its text, which is there for the keyboard, too. */
  onPick?: () => void;
  /** Present: a double click on it does this. */
  onEdit?: () => void;
};

type Props = {
  view: View;
  size: Size;
  boxes?: readonly ReadBox[] | undefined;
  mark?: Box | null | undefined;
  /** Placed by fractions of the picture, too. */
  children?: ReactNode;
};

/** What was read, over where it stands. The text itself is in the tab beside it, where it can be selected. */
export function ImageBoxes({ view, size, boxes = [], mark, children }: Props) {
  const place = { left: view.x, top: view.y, width: size.width * view.scale, height: size.height * view.scale };
  return (
    <div className="image-boxes" style={place}>
      {boxes.map(({ box, text, confidence, onPick, onEdit }, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text beside it is the way by keyboard
        // biome-ignore lint/a11y/noStaticElementInteractions: the same
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a picture have no name
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
