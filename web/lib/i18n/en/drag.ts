/** Said of rows that people put in order. */
export const drag = {
  grip: 'Move {name}',
  gripHint: 'Drag, or Alt and the arrow keys',
  undo: 'Undo',
  undone: 'Undone',
};

export type DragTexts = typeof drag;
