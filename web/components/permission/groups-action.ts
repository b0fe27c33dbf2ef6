import { mayOpenPath } from '@lectern/contract/access.ts';
import type { Action } from '../../lib/actions.ts';

const page = '/app/system/accessGroup';

/** The door to the permission groups from pages about people, because the menu hides their page. */
export const openGroupsAction: Action = {
  id: 'page.permissionGroups',
  group: 'navigate',
  icon: 'key',
  label: (texts) => texts.shell.groups,
  mayI: (user) => mayOpenPath(user, page),
  run: ({ navigate }) => navigate(page),
};
