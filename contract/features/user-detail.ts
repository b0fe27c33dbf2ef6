import { detailEndpoints } from '../detail/define-detail.ts';

export const userDetail = {
  type: 'user',
  page: '/app/system/systemAdmin',
  ability: 'editor',
  path: '/system/users',
  revertable: ['name', 'email', 'phone', 'roleId', 'departmentId', 'positionId', 'groupId'],
} as const;

export const userDetailEndpoints = detailEndpoints(userDetail);
export const {
  getLock: getUserLock,
  takeLock: takeUserLock,
  releaseLock: releaseUserLock,
  listActivity: listUserActivity,
  revertActivity: revertUserActivity,
} = userDetailEndpoints;
