import type { Words } from '@lectern/contract/language.ts';

/** Reasons that the product itself gives. */
export const scheduleTexts = {
  timeOver: { en: 'Its time was over.', zh: '已到下线时间。' },
  licenceEnded: { en: 'Its licence ended on {day}.', zh: '许可已于 {day} 到期。' },
  inState: { en: 'It was not ready to be published then.', zh: '当时尚未就绪，不能发布。' },
  held: {
    en: 'Sensitive words were found in it, and nobody had decided about them.',
    zh: '发现敏感词，且尚未有人作出决定。',
  },
  notReviewed: { en: 'Nobody had reviewed it.', zh: '尚未经过审核。' },
} as const satisfies Record<string, Words>;
