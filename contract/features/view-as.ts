import { defineEndpoint, idParams } from '../endpoint.ts';

export const beginViewAs = defineEndpoint({
  id: 'viewAs.begin',
  method: 'POST',
  path: '/system/users/{id}/viewAs',
  access: { kind: 'page', pages: ['/app/system/systemAdmin'], ability: 'superAdmin' },
  summary: 'View as someone else, read-only; for super administrators',
  params: idParams,
  successStatus: 204,
});

/** While viewing as someone else, the only changes allowed are stopping and logging out. */
export const endViewAs = defineEndpoint({
  id: 'viewAs.end',
  method: 'POST',
  path: '/auth/viewAs/end',
  access: { kind: 'signedIn', whilePasswordMustChange: true, whileViewing: true },
  summary: 'Stop viewing as someone else',
  successStatus: 204,
});
