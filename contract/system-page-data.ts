import { listAskedAccess } from './features/access-decision.ts';
import { listApiKeys } from './features/api-key.ts';
import { auditList, listAudit } from './features/audit.ts';
import { getPermissionGroup, listPermissionGroups, permissionGroupList } from './features/permission-group.ts';
import { listTasks, taskList } from './features/task.ts';
import { listTaskRules } from './features/task-rule.ts';
import { listWebhooks } from './features/webhook.ts';
import { listData, type PageDataCall } from './page-data-call.ts';

/** Data for the task list or the rules; the board loads its columns itself. */
export function taskData(url: URL): PageDataCall[] {
  const show = url.searchParams.get('show');
  if (show === 'rules') return [{ endpoint: listTaskRules, quiet: 'answered' }];
  return show === 'board' ? [] : listData(taskList, listTasks, url);
}

export function auditData(url: URL): PageDataCall[] {
  return listData(auditList, listAudit, url);
}

/** Data for the permission group in the URL, or for the list. */
export function permissionGroupData(url: URL): PageDataCall[] {
  const id = url.searchParams.get('id');
  if (!id)
    return [...listData(permissionGroupList, listPermissionGroups, url), { endpoint: listAskedAccess, quiet: true }];
  const shown = id === 'new' ? url.searchParams.get('copy') : id;
  return shown ? [{ endpoint: getPermissionGroup, params: { id: shown }, quiet: 'answered' }] : [];
}

/** Data for the open tab of the API keys page. */
export function apiKeyData({ searchParams }: URL): PageDataCall[] {
  const tab = searchParams.get('tab') ?? 'keys';
  if (tab === 'keys') return [{ endpoint: listApiKeys, quiet: true }];
  return tab === 'webhooks' ? [{ endpoint: listWebhooks, quiet: true }] : [];
}
