import { mayOpenPath } from '@lectern/contract/access.ts';
import type { Action } from '../../lib/actions.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';

/** Empty lists of machine work offer this, because work begins with an upload. */
export const uploadAction: Action = {
  id: 'work.upload',
  group: 'create',
  icon: 'upload',
  label: ({ work, routes }) => fillText(work.upload, { page: routes['home.my'] }),
  mayI: (me) => mayOpenPath(me, '/app/home/my'),
  run: ({ navigate }) => navigate('/app/home/my'),
};
