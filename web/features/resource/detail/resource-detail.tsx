import { addFavourite, removeFavourite } from '@lectern/contract/features/favourite.ts';
import {
  getResource,
  listLibraryResources,
  listMyResources,
  listResources,
  type ResourceDetailView,
  type ResourceVersion,
} from '@lectern/contract/features/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { ResourceDialogsHost } from '../../../components/resource/list/resource-dialogs-host.tsx';
import { useResourceMoves } from '../../../components/resource/use-resource-moves.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { Tabs } from '../../../components/tabs.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { createViewerLink, placeInAddress, type ViewerLink } from '../../../components/viewers/viewer-link.ts';
import { recordView } from '../../../lib/access/access-notes.ts';
import { type Action, registerActions } from '../../../lib/actions.ts';
import { usePageTitle } from '../../../lib/document-title.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { navigate } from '../../../lib/navigation.ts';
import { queryKeyOf, useMutationOf } from '../../../lib/queries.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { InfoTab } from './info-tab.tsx';
import { decisionKeys, ResourceHeader, useResourceWalk } from './resource-header.tsx';
import { ResourceNotices } from './resource-notices.tsx';
import { ResourceViewer } from './resource-viewer.tsx';
import type { SideTabProps } from './side-tabs.tsx';
import { useReplacedVersion } from './use-replaced-version.ts';
import { type ResourceEdit, useResourceEdit } from './use-resource-edit.ts';

type Props = { resource: ResourceDetailView; refresh: () => Promise<unknown> };

/** Layout: header above, viewer on the left, tabs on the right. */
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
      if (!moved) navigate(walk.list);
      else if (isDecision) navigate(walk.next ?? walk.previous ?? walk.list);
      else void refresh();
    },
  });
  const isDecision = walk.isReview && resource.state === 'in_review';
  useDecisionKeys(isDecision, moves);
  usePageTitle(resource.title);
  useEffect(() => recordView({ resourceId: resource.id }), [resource.id]);
  const { form, editable } = edit;
  useDetailKeys({
    previous: walk.previous,
    next: walk.next,
    edit: () => frame.current?.querySelector<HTMLElement>('[data-edit-focus]')?.focus(),
    save: () => editable && void form.submit(),
    star,
  });
  const replaced = useReplacedVersion(resource);
  const shown = older ?? replaced ?? resource.current;
  return (
    <div className="resource-detail" ref={frame}>
      <ResourceHeader resource={resource} edit={edit} walk={walk} moves={moves} onStar={star} />
      <ResourceNotices
        resource={resource}
        edit={edit}
        onProcessing={() => navigate(tabHref(pathname, searchStr, 'processing'))}
        onInfo={() => navigate(tabHref(pathname, searchStr, null))}
      />
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
          {!older && replaced && (
            <Banner tone="info">
              {fillText(resourceDetail.preparing, { number: resource.versionNumber, shown: replaced.number })}
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

/** The first tab is left out of the address. */
function tabHref(pathname: string, searchStr: string, tab: 'processing' | null): string {
  const params = new URLSearchParams(searchStr);
  if (tab) params.set('tab', tab);
  else params.delete('tab');
  return params.size > 0 ? `${pathname}?${params}` : pathname;
}

/** Moves the viewer when the place in the address changes, such as to the next match. */
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

type Actions = { previous: string | null; next: string | null; edit: () => void; save: () => void; star: () => void };

/** Registers the page's shortcuts, so that the palette and the shortcut list show them too. */
function useDetailKeys(actions: Actions): void {
  const latest = useLatest(actions);
  useEffect(() => {
    const go = (href: string | null) => href && navigate(href);
    const action = (id: 'previous' | 'next' | 'edit' | 'save' | 'star', keys: string, run: () => void): Action => ({
      id: `resourceDetail.${id}`,
      label: ({ resourceDetail }) => resourceDetail.keys[id],
      group: 'rows',
      keys,
      run,
    });
    return registerActions([
      action('previous', 'k', () => go(latest.current.previous)),
      action('next', 'j', () => go(latest.current.next)),
      action('edit', 'e', () => latest.current.edit()),
      action('save', '$mod+s', () => latest.current.save()),
      action('star', 's', () => latest.current.star()),
    ]);
  }, []);
}

/** A publishes and R rejects what waits for review; the buttons show the keys. */
function useDecisionKeys(isActive: boolean, { offers, begin }: ReturnType<typeof useResourceMoves>): void {
  const latest = useLatest({ offers, begin });
  useEffect(() => {
    if (!isActive) return;
    const decision = (move: 'publish' | 'reject'): Action => ({
      id: `resourceDetail.${move}`,
      label: ({ resource }) => resource.moves[move],
      group: 'rows',
      keys: decisionKeys[move],
      run: () => {
        if (latest.current.offers.some((offer) => offer.move === move)) latest.current.begin(move);
      },
    });
    return registerActions([decision('publish'), decision('reject')]);
  }, [isActive]);
}

/** Toggles the star optimistically; reverts when the server refuses. */
function useStar(resource: ResourceDetailView): () => void {
  const client = useQueryClient();
  const invalidates = [listResources, listMyResources, listLibraryResources];
  const add = useMutationOf(addFavourite, { invalidates });
  const remove = useMutationOf(removeFavourite, { invalidates });
  const { id, starred } = resource;
  const show = (value: boolean) =>
    client.setQueryData<ResourceDetailView>(
      queryKeyOf(getResource, { params: { id } }),
      (known) => known && { ...known, starred: value },
    );
  return () => {
    show(!starred);
    const onError = () => void show(starred);
    if (starred) remove.mutate({ params: { id } }, { onError });
    else add.mutate({ params: { id }, body: { folderId: null } }, { onError });
  };
}

const SideTab = lazyPart<SideTabProps>(
  async () => (await import('./side-tabs.tsx')).SideTab,
  <SkeletonRegion>
    <Skeleton height={120} />
  </SkeletonRegion>,
);
/** Tabs that every kind of resource has, after those for pages or recordings. */
const rest = ['files', 'processing', 'uses', 'statistics', 'notes', 'activity'] as const;
const pageTabs = ['info', 'text', 'summary', ...rest] as const;
const soundTabs = ['info', 'transcript', 'chapters', 'summary', ...rest] as const;
const videoTabs = ['info', 'transcript', 'subtitles', 'chapters', 'summary', ...rest] as const;
type TabId = (typeof pageTabs)[number] | (typeof videoTabs)[number];

function tabsOf({ kind }: Pick<SideTabProps['resource'], 'kind'>): readonly [TabId, ...TabId[]] {
  if (kind === 'video') return videoTabs;
  return kind === 'audio' ? soundTabs : pageTabs;
}

type ResourceTabsProps = Omit<SideTabProps, 'tab' | 'onProcessing'> & { edit: ResourceEdit };

function ResourceTabs({ resource, edit, ...rest }: ResourceTabsProps) {
  const { resourceDetail } = useTexts();
  const tabIds = tabsOf(resource);
  const [active, choose] = useDetailTab(tabIds);
  const { counts } = resource;
  const count = { files: counts.versions > 1 && counts.versions, uses: counts.uses, notes: counts.notes };
  const tabs = tabIds.map((id) => ({
    id,
    label: resourceDetail.tabs[id],
    count: (id in count && count[id as keyof typeof count]) || undefined,
  }));
  return (
    <aside className="resource-tabs">
      <Tabs label={resourceDetail.tabsLabel} tabs={tabs} active={active} onChange={choose}>
        {active === 'info' && <InfoTab resource={resource} edit={edit} />}
        {active !== 'info' && (
          <SideTab tab={active} {...rest} resource={resource} onProcessing={() => choose('processing')} />
        )}
      </Tabs>
      <DetailSaveBar edit={edit} />
    </aside>
  );
}

/** The chosen tab, kept in the address with the origin list; the first tab is left out of the address. */
function useDetailTab<Id extends string>(ids: readonly [Id, ...Id[]]): [Id, (id: Id) => void] {
  const { pathname, searchStr } = useLocation();
  const params = new URLSearchParams(searchStr);
  const active = ids.find((id) => id === params.get('tab')) ?? ids[0];
  const choose = (id: Id) => {
    params.delete('tab');
    if (id !== ids[0]) params.set('tab', id);
    const query = params.toString();
    navigate(query ? `${pathname}?${query}` : pathname);
  };
  return [active, choose];
}
