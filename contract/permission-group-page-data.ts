import { listAskedAccess } from './features/access-decision.ts';
import { getPermissionGroup, listPermissionGroups, permissionGroupList } from './features/permission-group.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

/** What the page of permission groups begins with: one of them where the address names it, else the list. */
export function permissionGroupData(url: URL): PageDataCall[] {
  const id = url.searchParams.get('id');
  if (!id)
    return [...listData(permissionGroupList, listPermissionGroups, url), { endpoint: listAskedAccess, quiet: true }];
  const shown = id === 'new' ? url.searchParams.get('copy') : id;
  return shown ? [{ endpoint: getPermissionGroup, params: { id: shown }, quiet: 'answered' }] : [];
}
