import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { Button } from '../../button.tsx';
import { TextField } from '../../text-field.tsx';
import { ViewerButton } from '../viewer-icon.tsx';
import type { Size } from './image-view.ts';
import '../viewer.css';
import './image-viewer.css';

export type ImageEdits = { rotate: Turn; crop: CropBox | null };
type Props = { url: string; saving: boolean; onSave: (edits: ImageEdits) => void; onClose: () => void };

const margin = 24;
const fields = ['left', 'top', 'width', 'height'] as const;

/** Rotates and crops a picture, by dragging or by numbers. Saving creates a new version; the original stays. */
export function ImageEditor({ url, saving, onSave, onClose }: Props) {
  const { viewer, words } = useTexts();
  const stage = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const [natural, setNatural] = useState<Size | null>(null);
  const [turn, setTurn] = useState<Turn>(0);
  const [box, setBox] = useState<CropBox | null>(null);

  useLayoutEffect(() => {
    const node = stage.current;
    if (!node) return;
    const observer = new ResizeObserver(() => setRoom({ width: node.clientWidth, height: node.clientHeight }));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);

  const size = natural && turnedSize(natural, turn);
  const crop = size && (box ?? wholeBox(size));
  const scale = size
    ? Math.min(1, (room.width - 2 * margin) / size.width, (room.height - 2 * margin) / size.height)
    : 1;
  const turnBy = (by: 90 | -90) => {
    setTurn(nextTurn(turn, by));
    setBox(null);
  };
  const unchanged = turn === 0 && (!size || !crop || isWhole(crop, size));
  const save = () => size && crop && onSave({ rotate: turn, crop: isWhole(crop, size) ? null : crop });
  return (
    <div className="viewer">
      <div className="viewer-bar" role="toolbar" aria-label={viewer.toolbar}>
        <ViewerButton icon="turnLeft" label={viewer.turnLeft} onClick={() => turnBy(-90)} />
        <ViewerButton icon="turnRight" label={viewer.turnRight} onClick={() => turnBy(90)} />
        <span className="viewer-bar-line" />
        <Button look="quiet" size="small" disabled={!box} onClick={() => setBox(null)}>
          {viewer.wholePicture}
        </Button>
        <span className="viewer-bar-space" />
        <span className="pdf-bar-count">
          {crop ? fillText(viewer.pixels, { width: crop.width, height: crop.height }) : ''}
        </span>
      </div>
      <div className="image-stage" ref={stage}>
        <div
          className="image-edit-frame"
          style={
            size
              ? {
                  left: (room.width - size.width * scale) / 2,
                  top: (room.height - size.height * scale) / 2,
                  width: size.width * scale,
                  height: size.height * scale,
                }
              : undefined
          }
        >
          <img
            src={url}
            alt=""
            draggable={false}
            style={{
              width: (natural?.width ?? 0) * scale,
              height: (natural?.height ?? 0) * scale,
              transform: `translate(-50%, -50%) rotate(${turn}deg)`,
            }}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setNatural({ width: naturalWidth, height: naturalHeight })
            }
          />
          {size && crop && <CropFrame box={crop} scale={scale} size={size} onChange={setBox} />}
        </div>
      </div>
      <div className="image-edit-fields">
        {size &&
          crop &&
          fields.map((field) => (
            <TextField
              key={field}
              type="number"
              label={viewer.crop[field]}
              min={field === 'left' || field === 'top' ? 0 : 1}
              value={String(crop[field])}
              onChange={(value) => setBox(boxWithin({ ...crop, [field]: Number(value) }, size))}
            />
          ))}
        <div>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button look="primary" busy={saving} disabled={unchanged} onClick={save}>
            {viewer.saveAsVersion}
          </Button>
        </div>
      </div>
    </div>
  );
}

type FrameProps = { box: CropBox; scale: number; size: Size; onChange: (box: CropBox) => void };

function CropFrame({ box, scale, size, onChange }: FrameProps) {
  const began = useRef<{ x: number; y: number; box: CropBox } | null>(null);
  const begin = (event: PointerEvent) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    began.current = { x: event.clientX, y: event.clientY, box };
  };
  const drag = (grip: Grip) => (event: PointerEvent) => {
    event.stopPropagation();
    if (!began.current || event.buttons !== 1) return;
    const by = { x: (event.clientX - began.current.x) / scale, y: (event.clientY - began.current.y) / scale };
    onChange(dragBox(began.current.box, grip, by, size));
  };
  const style = {
    left: box.left * scale,
    top: box.top * scale,
    width: box.width * scale,
    height: box.height * scale,
  };
  // Pointer only: the number fields below do the same by keyboard.
  return (
    <div className="image-crop" style={style} onPointerDown={begin} onPointerMove={drag({ x: 0, y: 0 })}>
      {grips.map((grip) => (
        <i
          key={`${grip.x} ${grip.y}`}
          style={{
            left: `${(grip.x + 1) * 50}%`,
            top: `${(grip.y + 1) * 50}%`,
            cursor:
              grip.x === 0
                ? 'ns-resize'
                : grip.y === 0
                  ? 'ew-resize'
                  : grip.x === grip.y
                    ? 'nwse-resize'
                    : 'nesw-resize',
          }}
          onPointerDown={begin}
          onPointerMove={drag(grip)}
        />
      ))}
    </div>
  );
}

type Turn = 0 | 90 | 180 | 270;
/** In pixels of the rotated picture. */
type CropBox = { left: number; top: number; width: number; height: number };
/** Which edges a handle moves; 0 and 0 move the whole box. */
type Grip = { x: -1 | 0 | 1; y: -1 | 0 | 1 };

const grips: readonly Grip[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
  { x: -1, y: 1 },
  { x: -1, y: 0 },
];

export function turnedSize(size: Size, turn: Turn): Size {
  return turn % 180 === 0 ? size : { width: size.height, height: size.width };
}

export function nextTurn(turn: Turn, by: 90 | -90): Turn {
  return ((turn + by + 360) % 360) as Turn;
}

export function wholeBox(size: Size): CropBox {
  return { left: 0, top: 0, ...size };
}

export function isWhole(box: CropBox, size: Size): boolean {
  return box.left === 0 && box.top === 0 && box.width === size.width && box.height === size.height;
}

/** Moves the box or the edges of one handle, within the picture; the box keeps at least one pixel. */
export function dragBox(box: CropBox, grip: Grip, by: { x: number; y: number }, size: Size): CropBox {
  const [left, width] = dragAlong(box.left, box.width, grip, 'x', by.x, size.width);
  const [top, height] = dragAlong(box.top, box.height, grip, 'y', by.y, size.height);
  return { left, top, width, height };
}

function dragAlong(start: number, length: number, grip: Grip, axis: 'x' | 'y', by: number, space: number) {
  const moved = Math.round(by);
  if (grip.x === 0 && grip.y === 0) return [clamp(start + moved, 0, space - length), length] as const;
  const end = start + length;
  if (grip[axis] < 0) {
    const next = clamp(start + moved, 0, end - 1);
    return [next, end - next] as const;
  }
  return grip[axis] > 0 ? ([start, clamp(end + moved, start + 1, space) - start] as const) : ([start, length] as const);
}

/** Rounds and clamps a typed-in box to the picture. */
export function boxWithin(box: CropBox, size: Size): CropBox {
  const left = clamp(Math.round(box.left) || 0, 0, size.width - 1);
  const top = clamp(Math.round(box.top) || 0, 0, size.height - 1);
  return {
    left,
    top,
    width: clamp(Math.round(box.width) || 1, 1, size.width - left),
    height: clamp(Math.round(box.height) || 1, 1, size.height - top),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
