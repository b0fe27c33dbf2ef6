import type { importReport as english } from '../en/import-report.ts';

export const importReport: typeof english = {
  line: '行',
  result: '结果',
  reason: '原因',
  outcomes: {
    done: '已导入',
    skipped: '已跳过',
    failed: '失败',
    undone: '已撤销',
    pending: '未导入',
    invalid: '无效',
  },
  sameFile: '文件已存在',
  notUnderstood: '无法识别，已忽略：{fields}',
};
