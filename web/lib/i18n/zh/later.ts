import type { LaterTexts } from '../en/later.ts';

export const later: LaterTexts = {
  notBuilt: '此页面尚未建成。',
  detail: '这里将显示“{list}”中的一条记录及其全部内容。',
  unknown: '这里将显示什么尚未确定。',
  nothingLost: '这里没有隐藏任何内容：背后还没有数据。',
  sentences: {},
};
