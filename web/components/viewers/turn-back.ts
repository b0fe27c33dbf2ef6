import type { Box } from './viewer-link.ts';

/** Maps a box from the picture rotated clockwise for OCR back to the original, which is what viewers show. */
export function turnBack([left, top, width, height]: Box, rotation: number | null): Box {
  switch (rotation) {
    case 90:
      return [top, 1 - left - width, height, width];
    case 180:
      return [1 - left - width, 1 - top - height, width, height];
    case 270:
      return [1 - top - height, left, height, width];
    default:
      return [left, top, width, height];
  }
}

/** CSS position for an overlay of the whole page or picture. */
export function boxStyle([left, top, width, height]: Box) {
  return { left: `${left * 100}%`, top: `${top * 100}%`, width: `${width * 100}%`, height: `${height * 100}%` };
}
