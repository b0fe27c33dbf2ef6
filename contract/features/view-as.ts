import { defineEndpoint, idParams } from '../endpoint.ts';

export const beginViewAs = defineEndpoint({
  id: 'viewAs.begin',
  method: 'POST',
  path: '/system/users/{id}/viewAs',
  access: { kind: 'page', pages: ['/app/system/systemAdmin'], ability: 'superAdmin' },
  summary: 'See what somebody sees, and change nothing; for super administrators, and never as one of them',
  params: idParams,
  successStatus: 204,
});

/** The two changes that are left to whoever looks as somebody else: to stop, and to sign out. */
export const endViewAs = defineEndpoint({
  id: 'viewAs.end',
  method: 'POST',
  path: '/auth/viewAs/end',
  access: { kind: 'signedIn', whilePasswordMustChange: true, whileViewing: true },
  summary: 'Be oneself again',
  successStatus: 204,
});
