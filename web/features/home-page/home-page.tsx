import type { HomeDraft } from '@lectern/contract/features/home-page.ts';
import { useEffect } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button, IconButton } from '../../components/button.tsx';
import { DragArea } from '../../components/drag/drag-area.tsx';
import { beforeIdOf } from '../../components/drag/sort-list.tsx';
import type { Dragged, DropPlace } from '../../components/drag/use-drag-row.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { QueryError } from '../../components/error-panel.tsx';
import { Menu } from '../../components/menu.tsx';
import { MenuItem } from '../../components/menu-item.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { type Action, registerActions } from '../../lib/actions.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/store.ts';
import { askHome, closeHomeDialog, homeDialog, useHomeAddress } from './home-dialog.ts';
import { Inspector } from './inspector/inspector.tsx';
import { SlotSection } from './slots/slot-section.tsx';
import { type HomeActions, useHomeActions, useHomeDraft, useMayManage } from './use-home-actions.ts';
import './home-page.css';

const preview: Action = {
  id: 'homePage.preview',
  label: ({ homePage }) => homePage.preview,
  icon: 'eye',
  group: 'view',
  keys: 'p',
  run: () => askHome({ kind: 'preview', of: 'draft' }),
};

/** Toolbar with preview, history and publishing. */
function HomeToolbar({ draft, mayManage }: { draft: HomeDraft; mayManage: boolean }) {
  const { homePage: words } = useTexts();
  useEffect(() => registerActions([preview]), []);
  const { changes } = draft;
  return (
    <>
      <Button icon="eye" onClick={() => askHome({ kind: 'preview', of: 'draft' })}>
        {words.preview}
      </Button>
      <Button icon="clock" onClick={() => askHome({ kind: 'history' })}>
        {words.history}
      </Button>
      {mayManage && (
        <>
          <Button
            look="primary"
            icon="send"
            disabled={changes === 0 && draft.published !== null}
            onClick={() => askHome({ kind: 'publish' })}
          >
            {changes === 0 ? words.publish : fillText(words.publishCount, { count: changes })}
          </Button>
          <Menu
            align="end"
            label={words.more}
            trigger={(props) => <IconButton {...props} icon="more" label={words.more} />}
          >
            <MenuItem icon="plus" onSelect={() => askHome({ kind: 'addSlot' })}>
              {words.addSlot}
            </MenuItem>
            {changes > 0 && draft.published && (
              <MenuItem icon="undo" look="danger" onSelect={() => askHome({ kind: 'discard' })}>
                {words.discard}
              </MenuItem>
            )}
          </Menu>
        </>
      )}
    </>
  );
}

/** Loaded when the first dialog opens. */
const HomeDialogs = lazyPage(() => import('./dialogs/home-dialogs.tsx').then((module) => module.HomeDialogs));

/** The site's home page: slots with entries on the left, the selected one on the right. */
export function HomePage() {
  const { homePage: words, routes } = useTexts();
  const mayManage = useMayManage();
  const draft = useHomeDraft();
  const actions = useHomeActions();
  const { chosen, choose } = useHomeAddress();
  const asking = useStore(homeDialog) !== null;
  useEffect(() => closeHomeDialog, []);
  const page = draft.data;
  const addSlot = (
    <Button icon="plus" onClick={() => askHome({ kind: 'addSlot' })}>
      {words.addSlot}
    </Button>
  );
  return (
    <div className="home-page">
      <PageHeader title={routes['page.resourceRecommend']} meta={page && <HomeMeta draft={page} />}>
        {page && <HomeToolbar draft={page} mayManage={mayManage} />}
      </PageHeader>
      {draft.error && <QueryError query={draft} keepsOld={page !== undefined} />}
      {!page && !draft.error && <HomeSkeleton />}
      {page && !mayManage && (
        <Banner tone="info" icon="lock" label={words.slots}>
          {words.readOnly}
        </Banner>
      )}
      {page?.slots.length === 0 && (
        <div className="drag-panel home-empty">
          <EmptyState icon="layout" title={words.emptyTitle} action={mayManage && addSlot}>
            {mayManage ? words.emptyText : words.emptyReadOnly}
          </EmptyState>
        </div>
      )}
      {page && page.slots.length > 0 && (
        <div className="home-parts">
          <DragArea onDrop={(dragged, place) => drop(page, actions, dragged, place)}>
            <div className="home-slots">
              {page.slots.map((slot) => (
                <SlotSection
                  key={slot.id}
                  slot={slot}
                  slots={page.slots}
                  chosen={chosen}
                  mayManage={mayManage}
                  actions={actions}
                  onChoose={choose}
                />
              ))}
              {mayManage && addSlot}
            </div>
          </DragArea>
          <Inspector
            draft={page}
            chosen={chosen}
            mayManage={mayManage}
            actions={actions}
            onClose={() => choose(null)}
          />
        </div>
      )}
      {asking && <HomeDialogs />}
    </div>
  );
}

/** Slots are dropped between slots; entries between entries or at the end of a slot. */
function drop({ slots }: HomeDraft, actions: HomeActions, dragged: Dragged, place: DropPlace): void {
  if (dragged.kind === 'slot') {
    const slot = slots.find((one) => one.id === dragged.id);
    if (slot && place.kind === 'slot') void actions.placeSlot(slot, beforeIdOf(slots, place));
    return;
  }
  const entry = slots.flatMap((slot) => slot.entries).find((one) => one.id === dragged.id);
  if (!entry) return;
  if (place.kind === 'slot') return void actions.place(entry, place.id, null);
  const target = slots.find((slot) => slot.entries.some((one) => one.id === place.id));
  if (target) void actions.place(entry, target.id, beforeIdOf(target.entries, place));
}

/** The published version, and who last changed the draft. */
function HomeMeta({ draft }: { draft: HomeDraft }) {
  const { homePage: words } = useTexts();
  const format = useFormat();
  const when = format.relativeTime(draft.changedAt);
  return (
    <>
      <span>
        {draft.published
          ? fillText(words.publishedAs, { number: format.number(draft.published.number) })
          : words.neverPublished}
      </span>
      <span>
        {draft.changedBy
          ? fillText(words.changedBy, { name: draft.changedBy.name, when })
          : fillText(words.changed, { when })}
      </span>
    </>
  );
}

function HomeSkeleton() {
  return (
    <SkeletonRegion className="home-parts">
      <div className="home-slots">
        {[3, 2, 1].map((rows) => (
          <div key={rows} className="drag-panel home-slot-loading">
            <Skeleton width="30%" height={16} />
            {Array.from({ length: rows }, (_, at) => (
              <Skeleton key={String(at)} height={32} />
            ))}
          </div>
        ))}
      </div>
      <div className="drag-panel home-inspector home-slot-loading">
        <Skeleton width="50%" height={16} />
        <Skeleton height={120} />
        <Skeleton height={32} />
        <Skeleton height={32} />
      </div>
    </SkeletonRegion>
  );
}
