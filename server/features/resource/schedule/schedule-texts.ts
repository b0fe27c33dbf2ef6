import type { Words } from '@lectern/contract/language.ts';
import type { Hold } from '../publication-hold.ts';

/** Reasons that the product itself gives. */
export const scheduleTexts = {
  timeOver: { en: 'Its time was over.', zh: '已到下线时间。' },
  licenceEnded: { en: 'Its licence ended on {day}.', zh: '许可已于 {day} 到期。' },
  inState: { en: 'It was not ready to be published then.', zh: '当时尚未就绪，不能发布。' },
  notReviewed: { en: 'Nobody had reviewed it.', zh: '尚未经过审核。' },
} as const satisfies Record<string, Words>;

/** What stood in the way when its time came. */
export const heldTexts: Record<Hold, Words> = {
  hits: {
    en: 'Sensitive words were found in it, and nobody had decided about them.',
    zh: '发现敏感词，且尚未有人作出决定。',
  },
  masks: { en: 'What is masked in it was not covered yet.', zh: '遮挡后的文件当时尚未生成。' },
};
