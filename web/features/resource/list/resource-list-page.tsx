import { useLocation } from '@tanstack/react-router';
import { ListPage } from '../../../components/list-page/list-page.tsx';
import { ResourceDialogsHost } from '../../../components/resource/list/resource-dialogs-host.tsx';
import { lazyPage } from '../../../lib/lazy-page.tsx';
import { panelOf } from './panels.ts';
import { resourceListView } from './resource-list.ts';

const TagManager = lazyPage(() => import('./tag-manager.tsx').then((module) => module.TagManager));
const Duplicates = lazyPage(() => import('./duplicates.tsx').then((module) => module.Duplicates));

/** All resources, across libraries. */
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
