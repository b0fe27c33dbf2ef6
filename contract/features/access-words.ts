import type { Words } from '../language.ts';
import type { AccessAction } from '../portal/portal-event.ts';
import type { accessDevices } from '../statistics/access-dimension.ts';

export const actionWordsOfAccess: Record<AccessAction, Words> = {
  view: { en: 'Viewed', zh: '浏览' },
  play: { en: 'Played', zh: '播放' },
  download: { en: 'Downloaded', zh: '下载' },
  search: { en: 'Searched', zh: '搜索' },
  click: { en: 'Clicked', zh: '点击' },
};

export const deviceWords: Record<(typeof accessDevices)[number], Words> = {
  desktop: { en: 'Computer', zh: '电脑' },
  mobile: { en: 'Phone', zh: '手机' },
  tablet: { en: 'Tablet', zh: '平板' },
  other: { en: 'Other', zh: '其他' },
};
