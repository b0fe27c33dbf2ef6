import type { DragTexts } from '../en/drag.ts';

export const drag: DragTexts = {
  grip: '移动 {name}',
  gripHint: '拖动，或使用 Alt 与方向键',
  undo: '撤销',
  undone: '已撤销',
};
