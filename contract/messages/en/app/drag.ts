/** Announcements for rows that can be reordered. */
export const drag = {
  grip: 'Move {name}',
  gripHint: 'Drag to move, or press Alt + arrow key',
  undo: 'Undo',
  undone: 'Undone',
  tree: {
    expand: 'Expand {name}',
    collapse: 'Collapse {name}',
    expandAll: 'Expand all',
    collapseAll: 'Collapse all',
    actionsOf: 'Actions for {name}',
    rename: 'New name for {name}',
  },
};

export type DragTexts = typeof drag;
