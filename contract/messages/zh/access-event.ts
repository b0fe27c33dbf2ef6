import type { AccessEventTexts } from '../en/access-event.ts';

export const accessEvent: AccessEventTexts = {
  actions: { view: '浏览', play: '播放', download: '下载', search: '搜索', click: '点击' },
  devices: { desktop: '电脑', mobile: '手机', tablet: '平板', other: '其他' },
};
