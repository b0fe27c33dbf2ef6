type DragSteps = {
  onStart: () => void;
  /** Called on every move, and whenever the page scrolls below a resting pointer. */
  onMove: (point: Point) => void;
  /** Always called, also for a click that never became a drag. */
  onEnd: (dropped: boolean) => void;
};
export type Point = { x: number; y: number };

const startDistance = 5;
const edge = 48;
const scrollStep = 12;

/** Follows one pointer from pointerdown to its release. Escape, a lost pointer and a second button cancel. */
export function trackDrag(down: PointerEvent, { onStart, onMove, onEnd }: DragSteps): void {
  const listening = new AbortController();
  const listen = <Type extends keyof WindowEventMap>(type: Type, run: (event: WindowEventMap[Type]) => void) =>
    window.addEventListener(type, run, { signal: listening.signal, capture: true });
  let point: Point = { x: down.clientX, y: down.clientY };
  let dragging = false;
  const start = () => {
    dragging = true;
    getSelection()?.removeAllRanges();
    onStart();
    requestAnimationFrame(scroll);
  };
  const end = (released: boolean) => {
    listening.abort();
    if (dragging) swallowNextClick();
    onEnd(released && dragging);
    dragging = false;
  };
  const scroll = () => {
    if (!dragging) return;
    if (scrollNear(point)) onMove(point);
    requestAnimationFrame(scroll);
  };
  listen('pointermove', (event) => {
    if (event.pointerId !== down.pointerId) return;
    point = { x: event.clientX, y: event.clientY };
    if (!dragging && Math.hypot(point.x - down.clientX, point.y - down.clientY) > startDistance) start();
    if (dragging) onMove(point);
  });
  listen('pointerup', (event) => event.pointerId === down.pointerId && end(true));
  listen('pointercancel', () => end(false));
  listen('blur', (event) => event.target === window && end(false));
  listen('contextmenu', (event) => dragging && event.preventDefault());
  listen('keydown', (event) => {
    if (event.key !== 'Escape' || !dragging) return;
    event.preventDefault();
    event.stopPropagation();
    end(false);
  });
  document.addEventListener('selectstart', (event) => dragging && event.preventDefault(), {
    signal: listening.signal,
  });
}

/** The release of a drag is a click for the browser when it ends where it began. */
function swallowNextClick(): void {
  const stop = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', stop, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }), 50);
}

/** Scrolls the innermost box whose edge the pointer is near, and says whether one moved. */
function scrollNear({ x, y }: Point): boolean {
  for (let box = document.elementFromPoint(x, y); box; box = box.parentElement) {
    const isPage = box === document.scrollingElement;
    const { overflowX, overflowY } = getComputedStyle(box);
    const rect = isPage ? new DOMRect(0, 0, innerWidth, innerHeight) : box.getBoundingClientRect();
    const { scrollTop, scrollLeft } = box;
    if (isPage || /auto|scroll/.test(overflowY)) box.scrollTop += towards(y, rect.top, rect.bottom);
    if (isPage || /auto|scroll/.test(overflowX)) box.scrollLeft += towards(x, rect.left, rect.right);
    if (box.scrollTop !== scrollTop || box.scrollLeft !== scrollLeft) return true;
  }
  return false;
}

function towards(at: number, from: number, to: number): number {
  if (at < from + edge) return -scrollStep;
  return at > to - edge ? scrollStep : 0;
}
