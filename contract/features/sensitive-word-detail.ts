import { detailEndpoints } from '../detail/define-detail.ts';
import { sensitiveWordFields, sensitiveWordList } from './sensitive-word.ts';

export const sensitiveWordDetail = {
  type: 'sensitiveWord',
  page: sensitiveWordList.page,
  readAbility: 'editor',
  ability: 'editor',
  path: sensitiveWordList.path,
  revertable: Object.keys(sensitiveWordFields),
} as const;

export const sensitiveWordDetailEndpoints = detailEndpoints(sensitiveWordDetail);
export const {
  getLock: getSensitiveWordLock,
  takeLock: takeSensitiveWordLock,
  releaseLock: releaseSensitiveWordLock,
  listActivity: listSensitiveWordActivity,
  revertActivity: revertSensitiveWordActivity,
} = sensitiveWordDetailEndpoints;
