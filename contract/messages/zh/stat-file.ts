import type { StatFileTexts } from '../en/stat-file.ts';

export const statFile: StatFileTexts = {
  from: '开始',
  to: '结束',
  until: '至',
  value: '数值',
  before: '上期',
  estimate: '估计值',
  group: '分组',
  atStart: '期初',
  atEnd: '期末',
  none: '无',
  deleted: '（已删除）',
  forecast: '预测',
  total: '总计',
  withText: '有文字',
  videoAndAudio: '音视频',
  withSubtitles: '有字幕',
  bytes: '存储用量（字节）',
  mediaSeconds: '时长（秒）',
  playSeconds: '播放时长（秒）',
};
