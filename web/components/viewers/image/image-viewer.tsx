import { type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { useViewerKeys } from '../use-viewer-keys.ts';
import { ViewerButton } from '../viewer-icon.tsx';
import type { Box } from '../viewer-link.ts';
import { UnshownFile } from '../viewer-message.tsx';
import { ImageBoxes, type ReadBox } from './image-boxes.tsx';
import { centred, centredOn, fitView, type Size, type View, withinReach, zoomAt } from './image-view.ts';
import '../viewer.css';
import './image-viewer.css';

type ImageViewerProps = {
  url: string;
  downloadUrl: string;
  alt: string;
  format: string;
  picture: string | null;
  /** Shown at the end of the toolbar. */
  actions?: ReactNode;
  /** Recognized text, drawn over the picture. */
  boxes?: readonly ReadBox[];
  /** A box to highlight and scroll into view. */
  mark?: Box | null;
  /** Other content over the picture, positioned by fractions of it. */
  overlay?: ReactNode;
  /** Shown below the toolbar, such as actions on the overlay. */
  below?: ReactNode;
};

const step = 1.25;
const pan = 60;

/** Picture viewer: wheel and keys zoom, dragging and arrow keys pan. */
export function ImageViewer(props: ImageViewerProps) {
  const [tries, setTries] = useState(0);
  return <ImageStage key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

function ImageStage({ onRetry, ...props }: ImageViewerProps & { onRetry: () => void }) {
  const { url, downloadUrl, alt, format, picture, actions, boxes, mark, overlay, below } = props;
  const { viewer } = useTexts();
  const numbers = useFormat();
  const frame = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLElement>(null);
  const [room, setRoom] = useState<Size>({ width: 0, height: 0 });
  const [size, setSize] = useState<Size | 'loading' | 'failed'>('loading');
  const [chosen, setChosen] = useState<View | null>(null);

  useLayoutEffect(() => {
    const node = stage.current;
    if (!node) return;
    const observer = new ResizeObserver(() => setRoom({ width: node.clientWidth, height: node.clientHeight }));
    observer.observe(node);
    return () => observer.disconnect();
  }, []);

  const known = typeof size === 'object' ? size : { width: 1, height: 1 };
  const view = chosen ?? fitView(room, known);
  const middle = { x: room.width / 2, y: room.height / 2 };
  const zoomBy = (factor: number, at = middle) =>
    setChosen((before) => zoomAt(before ?? view, room, known, (before ?? view).scale * factor, at));
  const moveBy = (x: number, y: number) =>
    setChosen((before) => {
      const from = before ?? view;
      return withinReach({ ...from, x: from.x + x, y: from.y + y }, room, known);
    });
  const fit = () => setChosen(null);
  const whole = () => setChosen(withinReach(centred(room, known, 1), room, known));

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another mark scrolls the picture
  useEffect(() => {
    if (!mark) return;
    setChosen((before) => before && centredOn(before, room, known, mark));
  }, [mark]);

  const latestZoom = useLatest(zoomBy);
  useEffect(() => {
    const node = stage.current;
    if (!node) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const { left, top } = node.getBoundingClientRect();
      latestZoom.current(Math.exp(-event.deltaY / 400), { x: event.clientX - left, y: event.clientY - top });
    };
    // React's wheel listeners are passive, so they can't keep the page from scrolling.
    node.addEventListener('wheel', onWheel, { passive: false });
    return () => node.removeEventListener('wheel', onWheel);
  }, []);

  useViewerKeys(frame, {
    '+': () => zoomBy(step),
    '=': () => zoomBy(step),
    '-': () => zoomBy(1 / step),
    '0': fit,
    '1': whole,
    arrowleft: () => moveBy(pan, 0),
    arrowright: () => moveBy(-pan, 0),
    arrowup: () => moveBy(0, pan),
    arrowdown: () => moveBy(0, -pan),
  });
  const drag = (event: PointerEvent) => {
    if (event.buttons === 1) moveBy(event.movementX, event.movementY);
  };

  if (size === 'failed') {
    return (
      <UnshownFile
        icon="image"
        url={url}
        title={viewer.cannotShow}
        downloadUrl={downloadUrl}
        picture={picture}
        onRetry={onRetry}
      >
        {picture ? viewer.smallPictureOnly : fillText(viewer.cannotShowText, { format: format.toUpperCase() })}
      </UnshownFile>
    );
  }
  return (
    <div className="viewer" ref={frame}>
      <div className="viewer-bar" role="toolbar" aria-label={viewer.toolbar}>
        <ViewerButton icon="zoomOut" label={viewer.zoomOut} onClick={() => zoomBy(1 / step)} />
        <span className="image-zoom">{numbers.percent(view.scale)}</span>
        <ViewerButton icon="zoomIn" label={viewer.zoomIn} onClick={() => zoomBy(step)} />
        <button type="button" className="image-fit" aria-pressed={chosen === null} onClick={fit}>
          {viewer.fit}
        </button>
        <button type="button" className="image-fit" aria-pressed={chosen?.scale === 1} onClick={whole}>
          {numbers.percent(1)}
        </button>
        <span className="viewer-bar-space" />
        {actions}
        <ViewerButton
          icon="fullScreen"
          label={viewer.fullScreen}
          onClick={() => void frame.current?.requestFullscreen?.()}
        />
      </div>
      {below}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move the picture */}
      <section className="image-stage" ref={stage} tabIndex={0} aria-label={viewer.imageArea}>
        <img
          src={url}
          alt={alt}
          draggable={false}
          className={size === 'loading' ? 'image-loading' : undefined}
          style={{
            width: known.width,
            height: known.height,
            transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
          }}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth, height: naturalHeight })
          }
          onError={() => setSize('failed')}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onDoubleClick={() => (chosen ? fit() : whole())}
        />
        {typeof size === 'object' && (boxes || mark || overlay) && (
          <ImageBoxes view={view} size={size} boxes={boxes} mark={mark}>
            {overlay}
          </ImageBoxes>
        )}
      </section>
    </div>
  );
}
