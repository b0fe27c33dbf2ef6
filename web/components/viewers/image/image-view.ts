export type Size = { width: number; height: number };
/** Screen pixels per picture pixel, and the position of the upper-left corner. */
export type View = { scale: number; x: number; y: number };

const smallest = 0.02;
const largest = 16;

/** Fits the whole picture, centred; small pictures aren't enlarged. */
export function fitView(room: Size, picture: Size): View {
  const scale = Math.min(1, room.width / picture.width, room.height / picture.height);
  return centred(room, picture, clampScale(scale || 1));
}

export function centred(room: Size, picture: Size, scale: number): View {
  return { scale, x: (room.width - picture.width * scale) / 2, y: (room.height - picture.height * scale) / 2 };
}

/** Zooms around a point of the viewport, which stays in place. */
export function zoomAt(view: View, room: Size, picture: Size, scale: number, at: { x: number; y: number }): View {
  const next = clampScale(scale);
  const growth = next / view.scale;
  const moved = { scale: next, x: at.x - (at.x - view.x) * growth, y: at.y - (at.y - view.y) * growth };
  return withinReach(moved, room, picture);
}

/** Centres a box of the picture, given in fractions, without changing the scale. */
export function centredOn(
  { scale }: View,
  room: Size,
  picture: Size,
  [left, top, width, height]: readonly [number, number, number, number],
): View {
  const x = room.width / 2 - (left + width / 2) * picture.width * scale;
  const y = room.height / 2 - (top + height / 2) * picture.height * scale;
  return withinReach({ scale, x, y }, room, picture);
}

/** Clamps the position: a picture larger than the viewport leaves no gap at its edges, a smaller one is centred. */
export function withinReach(view: View, room: Size, picture: Size): View {
  const along = (start: number, space: number, length: number) =>
    length <= space ? (space - length) / 2 : Math.min(0, Math.max(space - length, start));
  return {
    scale: view.scale,
    x: along(view.x, room.width, picture.width * view.scale),
    y: along(view.y, room.height, picture.height * view.scale),
  };
}

function clampScale(scale: number): number {
  return Math.min(largest, Math.max(smallest, scale));
}
