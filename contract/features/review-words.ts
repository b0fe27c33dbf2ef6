import type { Words } from '../language.ts';
import { resourceKindWords } from './resource-words.ts';
import type { HitState, ReviewKind, ReviewState } from './review.ts';
import type { DecisionReason, DecisionRow } from './review-decision.ts';
import { itemTypeWords } from './scan-words.ts';

export const reviewKindWords: Record<ReviewKind, Words> = { ...resourceKindWords, ...itemTypeWords };

export const reviewStateWords: Record<ReviewState, Words> = {
  open: { en: 'Open', zh: '待审核' },
  claimed: { en: 'Claimed', zh: '已认领' },
  cleared: { en: 'Cleared', zh: '已放行' },
  blocked: { en: 'Blocked', zh: '已封禁' },
  masked: { en: 'Masked', zh: '已遮盖' },
  returned: { en: 'Returned to owner', zh: '已退回所有者' },
  escalated: { en: 'Escalated', zh: '已上报' },
};

/** In the place of `masked`, while nothing covers it. */
export const maskWords = { failed: { en: 'Mask failed', zh: '遮盖失败' } } as const satisfies Record<string, Words>;

export const hitStateWords: Record<HitState, Words> = {
  open: { en: 'Open', zh: '待处理' },
  cleared: { en: 'Cleared', zh: '已放行' },
  confirmed: { en: 'Confirmed', zh: '已确认' },
  masked: { en: 'Masked', zh: '已遮盖' },
  gone: { en: 'Not there any more', zh: '已不存在' },
};

export const decisionWords: Record<DecisionRow['decision'], Words> = {
  clear: { en: 'Cleared', zh: '放行' },
  block: { en: 'Blocked', zh: '封禁' },
  mask: { en: 'Masked', zh: '遮盖' },
  return: { en: 'Returned to owner', zh: '退回所有者' },
  escalate: { en: 'Escalated', zh: '上报' },
  askUnblock: { en: 'Asked to lift the block', zh: '申请解除封禁' },
  confirmUnblock: { en: 'Agreed to lift the block', zh: '同意解除封禁' },
  refuseUnblock: { en: 'Refused to lift the block', zh: '拒绝解除封禁' },
  withdrawUnblock: { en: 'Took the wish back', zh: '撤回申请' },
};

export const decisionReasonWords: Record<DecisionReason, Words> = {
  teaching: { en: 'Belongs to the teaching', zh: '教学内容' },
  quotation: { en: 'Quoted', zh: '引文' },
  name: { en: 'A name', zh: '人名或专名' },
  otherMeaning: { en: 'Means something else here', zh: '此处另有含义' },
  misread: { en: 'The machine misread or misheard it', zh: '识别错误' },
  harmful: { en: 'Harmful', zh: '有害内容' },
  unlawful: { en: 'Unlawful', zh: '违法内容' },
  personal: { en: 'Personal data', zh: '个人信息' },
  unsuitable: { en: 'Not suitable here', zh: '不宜出现' },
  other: { en: 'Another reason', zh: '其他原因' },
};
