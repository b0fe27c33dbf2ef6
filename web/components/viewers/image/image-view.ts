export type Size = { width: number; height: number };
/** Screen pixels per pixel of the picture, and where its upper left corner lies. */
export type View = { scale: number; x: number; y: number };

const smallest = 0.02;
const largest = 16;

/** The whole picture, centred; small ones stay as they are. */
export function fitView(room: Size, picture: Size): View {
  const scale = Math.min(1, room.width / picture.width, room.height / picture.height);
  return centred(room, picture, clampScale(scale || 1));
}

export function centred(room: Size, picture: Size, scale: number): View {
  return { scale, x: (room.width - picture.width * scale) / 2, y: (room.height - picture.height * scale) / 2 };
}

/** Zooms so that what is at this point of the room stays there. */
export function zoomAt(view: View, room: Size, picture: Size, scale: number, at: { x: number; y: number }): View {
  const next = clampScale(scale);
  const growth = next / view.scale;
  const moved = { scale: next, x: at.x - (at.x - view.x) * growth, y: at.y - (at.y - view.y) * growth };
  return withinReach(moved, room, picture);
}

/** The same scale, with a part of the picture in the middle; its place is given in fractions. */
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

/** A picture larger than the room leaves no gap at its edges; a smaller one stays centred. */
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
