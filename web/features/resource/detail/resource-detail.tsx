import type { ResourceDetailView, ResourceVersion } from '@lectern/contract/features/resource.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { ResourceDialogsHost } from '../../../components/resource/list/resource-dialogs-host.tsx';
import { useResourceMoves } from '../../../components/resource/use-resource-moves.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { placeInAddress } from '../../../components/viewers/place-in-address.ts';
import { createViewerLink, type ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { noteView } from '../../../lib/access/access-notes.ts';
import { usePageTitle } from '../../../lib/document-title.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { ResourceHeader } from './resource-header.tsx';
import { ResourceNotices } from './resource-notices.tsx';
import { ResourceTabs } from './resource-tabs.tsx';
import { ResourceViewer } from './resource-viewer.tsx';
import { useDetailKeys } from './use-detail-keys.ts';
import { useResourceEdit } from './use-resource-edit.ts';
import { useResourceWalk } from './use-resource-walk.ts';
import { useStar } from './use-star.ts';

type Props = { resource: ResourceDetailView; refresh: () => Promise<unknown> };

/** Title and state above, the thing itself at the left, all about it at the right. */
export function ResourceDetail({ resource, refresh }: Props) {
  const { resourceDetail } = useTexts();
  const { pathname, searchStr } = useLocation();
  const frame = useRef<HTMLDivElement>(null);
  const [link] = useState(() => createViewerLink(placeInAddress(searchStr)));
  const [older, setOlder] = useState<ResourceVersion | null>(null);
  useAddressedPlace(link, searchStr);
  const edit = useResourceEdit(resource, refresh);
  const walk = useResourceWalk(resource.id);
  const star = useStar(resource);
  const moves = useResourceMoves(resource, {
    onMoved: (moved) => {
      if (moved) void refresh();
      else navigate(walk.list);
    },
  });
  usePageTitle(resource.title);
  useEffect(() => noteView({ resourceId: resource.id }), [resource.id]);
  const { form, editable } = edit;
  useDetailKeys({
    previous: walk.previous,
    next: walk.next,
    edit: () => frame.current?.querySelector<HTMLElement>('[data-edit-focus]')?.focus(),
    save: () => editable && void form.submit(),
    star,
  });
  const shown = older ?? resource.current;
  return (
    <div className="resource-detail" ref={frame}>
      <ResourceHeader resource={resource} edit={edit} walk={walk} moves={moves} onStar={star} />
      <ResourceNotices resource={resource} edit={edit} onProcessing={() => navigate(tabHref(pathname, searchStr))} />
      <div className="resource-body">
        <div className="resource-show">
          {older && (
            <Banner
              tone="info"
              icon="eye"
              actions={<Button onClick={() => setOlder(null)}>{resourceDetail.backToCurrent}</Button>}
            >
              {fillText(resourceDetail.looking, { number: older.number, count: resource.counts.versions })}
            </Banner>
          )}
          <ResourceViewer resource={resource} version={shown} link={link} />
        </div>
        <ResourceTabs
          resource={resource}
          edit={edit}
          shown={shown}
          onShow={setOlder}
          link={link}
          onReverted={() => void refresh()}
        />
      </div>
      {moves.dialog}
      <ResourceDialogsHost />
      <UnsavedGuard unsaved={form.changed.length > 0} within="page" />
    </div>
  );
}

function tabHref(pathname: string, searchStr: string): string {
  const params = new URLSearchParams(searchStr);
  params.set('tab', 'processing');
  return `${pathname}?${params}`;
}

/** Another place of the same resource, such as of the next hit: the viewer goes there as well. */
function useAddressedPlace(link: ViewerLink, searchStr: string): void {
  const place = JSON.stringify(placeInAddress(searchStr) ?? null);
  const before = useRef(place);
  useEffect(() => {
    if (before.current === place) return;
    before.current = place;
    const target = JSON.parse(place);
    if (target) link.goTo(target);
  }, [link, place]);
}
