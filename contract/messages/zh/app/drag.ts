import type { DragTexts } from '../../en/app/drag.ts';

export const drag: DragTexts = {
  grip: '移动“{name}”',
  gripHint: '拖动，或按 Alt + 方向键移动',
  undo: '撤销',
  undone: '已撤销',
  tree: {
    expand: '展开“{name}”',
    collapse: '收起“{name}”',
    expandAll: '全部展开',
    collapseAll: '全部收起',
    actionsOf: '“{name}”的操作',
    rename: '“{name}”的新名称',
  },
};
