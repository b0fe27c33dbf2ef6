import { exportResources, listResources, resourceList } from '@lectern/contract/features/resource.ts';
import { useLocation } from '@tanstack/react-router';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { resourceDialog } from '../../../components/resource/list/resource-dialog.ts';
import { ResourceDialogsHost } from '../../../components/resource/list/resource-dialogs-host.tsx';
import { resourceListDefinition } from '../../../components/resource/list/resource-list-definition.tsx';
import type { Action } from '../../../lib/actions.ts';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { panelHref, panelOf } from './panels.ts';

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

const resourceListView = resourceListDefinition({
  list: resourceList,
  endpoint: listResources,
  exportEndpoint: exportResources,
  icon: 'list',
  primary: uploadAction,
  more: [tagsAction, duplicatesAction],
});

const TagManager = lazyPage(() => import('./tag-manager.tsx').then((module) => module.TagManager));
const Duplicates = lazyPage(() => import('./duplicates.tsx').then((module) => module.Duplicates));

export function ResourceListPage() {
  const panel = panelOf(useLocation().searchStr);
  return (
    <>
      <ListPage definition={resourceListView} />
      <ResourceDialogsHost />
      {panel === 'tags' && <TagManager />}
      {panel === 'duplicates' && <Duplicates />}
    </>
  );
}
