import type { LaterTexts } from '../en/later.ts';

export const later: LaterTexts = {
  notBuilt: '此页面尚未建成。',
  detail: '这里将显示“{list}”中的一条记录及其全部内容。',
  unknown: '这里将显示什么尚未确定。',
  nothingLost: '这里没有隐藏任何内容：背后还没有数据。',
  sentences: {
    'data.resource': '这里将显示馆藏数据：增长、存储、格式，以及可搜索的比例。',
    'data.accessStat': '这里将显示资源的使用情况：由谁、何时、多久，并可按时间比较。',
    'data.accessRecord': '这里将显示统计背后的每次访问：谁在何时打开了什么、看了多久。',
  },
};
