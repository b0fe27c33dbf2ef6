/** Said of rows that people put in order. */
export const drag = {
  grip: 'Move {name}',
  gripHint: 'Drag, or Alt and the arrow keys',
  undo: 'Undo',
  undone: 'Undone',
  tree: {
    expand: 'Open {name}',
    collapse: 'Close {name}',
    expandAll: 'Open all',
    collapseAll: 'Close all',
    actionsOf: 'Actions for {name}',
    rename: 'New name for {name}',
  },
};

export type DragTexts = typeof drag;
