import type { SkippedTexts } from '../en/skipped.ts';

export const skipped: SkippedTexts = {
  asWanted: '无需更改。',
  changedSince: '此后已被他人修改。',
  placeGone: '原来的资源库或文件夹已不存在。',
  notSignedIn: '没有已登录的设备。',
  notLocked: '未锁定。',
  noTwoFactor: '未开启两步验证。',
  ownsNothing: '没有可移交的内容。',
};
