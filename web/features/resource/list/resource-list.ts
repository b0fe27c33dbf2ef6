import { exportResources, listResources, resourceList } from '@lectern/contract/features/resource.ts';
import { resourceDialog } from '../../../components/resource/list/resource-dialog.ts';
import { resourceListDefinition } from '../../../components/resource/list/resource-list-definition.ts';
import type { Action } from '../../../lib/actions.ts';
import { panelHref } from './panels.ts';

const uploadAction: Action = {
  id: 'resource.upload',
  group: 'create',
  icon: 'upload',
  label: (texts) => texts.resourceList.actions.upload,
  run: () => resourceDialog.set({ kind: 'upload' }),
};

const duplicatesAction: Action = {
  id: 'resource.duplicates',
  group: 'view',
  icon: 'copy',
  label: (texts) => texts.resourceList.actions.duplicates,
  run: ({ navigate }) => navigate(panelHref('duplicates')),
};

const tagsAction: Action = {
  id: 'resource.tagManager',
  group: 'view',
  icon: 'tag',
  label: (texts) => texts.resourceList.actions.tagManager,
  run: ({ navigate }) => navigate(panelHref('tags')),
};

export const resourceListView = resourceListDefinition({
  list: resourceList,
  endpoint: listResources,
  exportEndpoint: exportResources,
  icon: 'list',
  primary: uploadAction,
  more: [tagsAction, duplicatesAction],
});
