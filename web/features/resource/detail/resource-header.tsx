import { workNeighbours } from '@lectern/contract/features/machine-work.ts';
import { neighbours, type ResourceDetailView, type ResourceRow } from '@lectern/contract/features/resource.ts';
import type { ResourceKind, ResourceMove } from '@lectern/contract/features/resource-state.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { TitleField } from '../../../components/detail/title-field.tsx';
import { KeyHint } from '../../../components/key-hint.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { lengthWords } from '../../../components/resource/list/length-words.ts';
import { resourceActionsOf } from '../../../components/resource/list/resource-actions.ts';
import {
  downloadOf,
  isWorkList,
  type Origin,
  originHref,
  originOf,
  type ResourceListId,
  resourceHref,
} from '../../../components/resource/resource-href.ts';
import { ResourceState } from '../../../components/resource/resource-state.tsx';
import type { MoveOffer, useResourceMoves } from '../../../components/resource/use-resource-moves.tsx';
import { WalkBack, WalkButtons } from '../../../components/walk/walk-buttons.tsx';
import { isOffered, type RowTarget } from '../../../lib/actions.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { queryOf } from '../../../lib/queries.ts';
import { ReplaceFileInput } from './replace-file-input.tsx';
import type { ResourceEdit } from './use-resource-edit.ts';

type Props = {
  resource: ResourceDetailView;
  edit: ResourceEdit;
  walk: ResourceWalk;
  moves: ReturnType<typeof useResourceMoves>;
  onStar: () => void;
};

/** Shortcuts in the review queue. */
export const decisionKeys = { publish: 'a', reject: 'r' } as const;

/** Frequent moves that get their own button next to the main one. */
const handy = ['reject', 'offline', 'withdraw'];

/** Header line: position in the list, title, state, and the next step. */
export function ResourceHeader({ resource, edit, walk, moves, onStar }: Props) {
  const texts = useTexts();
  const { form, editable } = edit;
  const isDecision = walk.isReview && resource.state === 'in_review';
  const keysOf = (move: ResourceMove) =>
    isDecision && (move === 'publish' || move === 'reject') ? decisionKeys[move] : undefined;
  const beside = moves.others.find(({ move }) => handy.includes(move));
  return (
    <div className="detail-header">
      {walk.walks ? <WalkButtons walk={walk} /> : <WalkBack list={walk.list} />}
      <h1 className={editable ? 'visually-hidden' : 'detail-heading'}>{resource.title}</h1>
      {editable && (
        <TitleField
          label={texts.resource.fields.title}
          value={form.values.title}
          error={form.problems.title}
          changed={form.changed.includes('title')}
          maxLength={300}
          onChange={(value) => form.set('title', value)}
          onEnter={() => void form.submit()}
        />
      )}
      <ResourceState state={resource.state} stateReason={resource.stateReason} workFailed={resource.workFailed} />
      <Meta resource={resource} />
      <div className="detail-header-actions">
        {beside && (
          <Button
            busy={moves.busy}
            {...(beside.look === 'danger' && { className: 'resource-danger' })}
            aria-keyshortcuts={keysOf(beside.move)?.toUpperCase()}
            onClick={() => moves.begin(beside.move)}
          >
            {beside.label}
            <ButtonKeys keys={keysOf(beside.move)} />
          </Button>
        )}
        {moves.next && (
          <Button
            look="primary"
            icon={moves.next.icon}
            busy={moves.busy}
            aria-keyshortcuts={keysOf(moves.next.move)?.toUpperCase()}
            onClick={() => moves.next && moves.begin(moves.next.move)}
          >
            {moves.next.label}
            <ButtonKeys keys={keysOf(moves.next.move)} />
          </Button>
        )}
        <IconButton
          icon={resource.starred ? 'starFilled' : 'star'}
          label={resource.starred ? texts.resourceDetail.unstar : texts.resourceDetail.star}
          aria-pressed={resource.starred}
          className={resource.starred ? 'resource-starred' : ''}
          onClick={onStar}
        />
        <ResourceMenu
          resource={resource}
          list={walk.listId}
          moves={moves.others.filter((one) => one !== beside)}
          onMove={moves.begin}
        />
      </div>
    </div>
  );
}

function ButtonKeys({ keys }: { keys: string | undefined }) {
  return keys ? <KeyHint keys={keys} /> : null;
}

/** Kind and key facts, and who last moved it to its state. */
function Meta({ resource }: { resource: ResourceDetailView }) {
  const texts = useTexts();
  const format = useFormat();
  const { state, stateBy, stateSince } = resource;
  const { publishedBy, sinceBy } = texts.resourceDetail;
  const by =
    stateBy &&
    fillText(state === 'published' ? publishedBy : sinceBy, {
      name: stateBy.name,
      time: format.relativeTime(stateSince),
    });
  const facts = [
    resource.format.toUpperCase(),
    lengthWords(resource, { texts, format }),
    format.bytes(resource.sizeBytes),
    by,
  ];
  return (
    <small className="detail-meta" title={format.dateTime(stateSince)}>
      {facts.filter(Boolean).join(' · ')}
    </small>
  );
}

type Neighbour = { id: string; kind: ResourceKind; row?: string };
type Around = {
  previous: Neighbour | null;
  next: Neighbour | null;
  before: number | null;
  after: number | null;
};

/** The list that the resource was opened from, with links to the previous and next resource there. */
export function useResourceWalk(id: string) {
  const { searchStr } = useLocation();
  const origin = originOf(searchStr);
  const found = useAround(id, origin);
  const tab = new URLSearchParams(searchStr).get('tab');
  const hrefOf = (neighbour: Neighbour | null | undefined) => {
    if (!neighbour || !origin) return null;
    const { list, view } = origin;
    const row = list === 'work' && neighbour.row;
    const href = resourceHref(neighbour, { list, view, ...(row && { row }) });
    return tab ? `${href}${href.includes('?') ? '&' : '?'}tab=${tab}` : href;
  };
  return {
    /** 1-based position in the whole view; null when it is too far down to be counted. */
    position: isNumber(found?.before) ? found.before + 1 : null,
    count: isNumber(found?.before) && isNumber(found.after) ? found.before + 1 + found.after : null,
    /** Whether it was opened from the resources that wait for review. */
    isReview: origin?.list === 'resource' && new URLSearchParams(origin.view).get('tab') === 'inReview',
    /** Whether it was opened from a list. */
    walks: origin !== undefined,
    previous: hrefOf(found?.previous),
    next: hrefOf(found?.next),
    list: originHref(origin),
    /** Id of the list whose actions apply to the resource. */
    listId: origin && !isWorkList(origin.list) ? origin.list : ('resource' as const),
  };
}

/** Neighbours in the list that the resource was opened from: a list of resources or of machine work. */
function useAround(id: string, origin: Origin | undefined): Around | undefined {
  const { list = 'resource', view = '', row } = origin ?? {};
  const ofWork = isWorkList(list) ? list : undefined;
  const ofResources = isWorkList(list) ? undefined : list;
  const params = { id };
  const settings = (enabled: boolean) => ({ enabled: origin !== undefined && enabled, staleTime: 60_000 });
  const resources = useQuery({
    ...queryOf(neighbours, { params, query: { list: ofResources ?? 'resource', view } }, { quiet: true }),
    ...settings(ofResources !== undefined),
  });
  const works = useQuery({
    ...queryOf(workNeighbours, { params, query: { list: ofWork ?? 'work', view, row } }, { quiet: true }),
    ...settings(ofWork !== undefined),
  });
  return ofWork ? works.data : resources.data;
}

function isNumber(value: number | null | undefined): value is number {
  return typeof value === 'number';
}
type ResourceWalk = ReturnType<typeof useResourceWalk>;

/** List actions offered in this page's menu; the others have a better place on the page. */
const taken = ['schedule', 'place', 'copy', 'addToColumn', 'removeFromColumn', 'recommend', 'setOwner', 'copyLink'];

type ResourceMenuProps = {
  resource: ResourceDetailView;
  list: ResourceListId;
  moves: readonly MoveOffer[];
  onMove: (move: ResourceMove) => void;
};

/** Menu with all remaining actions. */
function ResourceMenu({ resource, list, moves, onMove }: ResourceMenuProps) {
  const texts = useTexts();
  const me = useCurrentUser();
  const file = useRef<HTMLInputElement>(null);
  const { usual } = useMemo(() => resourceActionsOf(list), [list]);
  const target: RowTarget<ResourceRow> = {
    selection: { ids: [resource.id] },
    count: 1,
    row: resource,
    done: () => undefined,
  };
  const actions = usual.filter(
    (action) => taken.includes(action.id.slice(list.length + 1)) && isOffered(action, target, me),
  );
  const [safe, dangerous] = [
    moves.filter(({ look }) => look === 'plain'),
    moves.filter(({ look }) => look === 'danger'),
  ];
  const moveItem = (offer: MoveOffer) => (
    <MenuItem key={offer.move} icon={offer.icon} look={offer.look} onSelect={() => onMove(offer.move)}>
      {offer.label}
    </MenuItem>
  );
  return (
    <>
      <Menu
        label={fillText(texts.resourceDetail.moreActions, { title: resource.title })}
        align="end"
        trigger={(props) => <IconButton {...props} icon="more" label={texts.detail.more} />}
      >
        <MenuItem icon="download" onSelect={() => window.location.assign(downloadOf(resource.current.url))}>
          {texts.resourceDetail.download}
        </MenuItem>
        {resource.mayEdit && (
          <MenuItem icon="upload" onSelect={() => file.current?.click()}>
            {texts.resourceDetail.replaceFile}
          </MenuItem>
        )}
        {safe.length > 0 && <MenuSeparator />}
        {safe.map(moveItem)}
        {actions.length > 0 && <MenuSeparator />}
        {actions.map((action) => (
          <MenuItem
            key={action.id}
            {...(action.icon && { icon: action.icon })}
            onSelect={() => void action.run(target, { navigate, user: me })}
          >
            {action.label(texts)}
          </MenuItem>
        ))}
        {dangerous.length > 0 && <MenuSeparator />}
        {dangerous.map(moveItem)}
      </Menu>
      <ReplaceFileInput resource={resource} ref={file} />
    </>
  );
}
