import { detailEndpoints } from '../detail/define-detail.ts';
import { mailFields, mailList } from './mail.ts';

export const mailDetail = {
  type: 'mail',
  page: mailList.page,
  readAbility: 'editor',
  ability: 'editor',
  path: mailList.path,
  revertable: Object.keys(mailFields),
} as const;

export const mailDetailEndpoints = detailEndpoints(mailDetail);
export const {
  getLock: getMailLock,
  takeLock: takeMailLock,
  releaseLock: releaseMailLock,
  listActivity: listMailActivity,
  revertActivity: revertMailActivity,
} = mailDetailEndpoints;
