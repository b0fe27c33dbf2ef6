import type { PageSize } from './use-pdf.ts';

/** Fitted to the width or to the whole page, or so many times the printed size. */
export type Zoom = 'width' | 'page' | number;

export const zoomSteps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
/** Screen pixels per point at 100 %. */
const pixelsPerPoint = 96 / 72;
const margin = 32;

export function scaleOf(zoom: Zoom, room: PageSize, page: PageSize): number {
  const byWidth = Math.max(0.1, (room.width - margin) / page.width);
  if (zoom === 'width') return byWidth;
  if (zoom === 'page') return Math.min(byWidth, Math.max(0.1, (room.height - margin) / page.height));
  return zoom * pixelsPerPoint;
}

/** The next larger or smaller step from wherever one is. */
export function nextZoom(scale: number, by: 1 | -1): number {
  const now = scale / pixelsPerPoint;
  const further =
    by > 0 ? zoomSteps.filter((step) => step > now * 1.01) : zoomSteps.filter((step) => step < now * 0.99);
  return (by > 0 ? further[0] : further.at(-1)) ?? (by > 0 ? zoomSteps[zoomSteps.length - 1] : zoomSteps[0]) ?? 1;
}
