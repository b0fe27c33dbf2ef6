import { mayOpenPath } from '@lectern/contract/access.ts';
import { resourceStates } from '@lectern/contract/features/resource-state.ts';
import { editPath, exportReviews, listReviews, type ReviewRow, reviewList } from '@lectern/contract/features/review.ts';
import type { ReviewDecision } from '@lectern/contract/features/review-decision.ts';
import { printAddress, readAddress } from '@lectern/contract/list/list-address.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useEffect } from 'react';
import type { ListDefinition } from '../../components/list-page/list-definition.ts';
import { ListPage } from '../../components/list-page/list-page.tsx';
import type { Action, ActionContext, RowAction } from '../../lib/actions.ts';
import { call } from '../../lib/api-client.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { notify } from '../../lib/notifications.ts';
import { useStore } from '../../lib/store.ts';
import { useLiveRefresh } from '../../lib/use-live-refresh.ts';
import { undoLast } from './decide/last-action.ts';
import { reviewColumns } from './review-columns.tsx';
import { closeReviewDialog, reviewDialog, startOn } from './review-dialog.ts';
import { rowHref, viewAt } from './review-href.ts';
import { isUndecided } from './review-state.tsx';

type Row = RowAction<ReviewRow>;
type Name = keyof typeof import('@lectern/contract/messages/en/review.ts').review.actions;
type Extra = Partial<Pick<Row, 'on' | 'look' | 'keys' | 'separated' | 'handy' | 'fits'>>;

function actionOf(name: Name, icon: IconName, run: Row['run'], extra: Extra = {}): Row {
  return { on: 'both', ...extra, id: `review.${name}`, icon, label: ({ review }) => review.actions[name], run };
}

/** Starts without a dialog. The shared failure handler reports errors. */
const atOnce =
  (action: 'claim' | 'release' | 'rescan'): Row['run'] =>
  (target) =>
    startOn(action, target).catch(() => undefined);

function decision(name: ReviewDecision, icon: IconName, extra: Extra = {}): Row {
  return actionOf(name, icon, (target) => reviewDialog.set({ kind: 'decide', decision: name, target }), {
    ...extra,
    fits: isUndecided,
  });
}

const reviewActions: readonly Row[] = [
  actionOf('open', 'eye', ({ row }, { navigate }) => row && navigate(rowHref(row, viewAt(window.location.search))), {
    on: 'one',
  }),
  actionOf('claim', 'check', atOnce('claim'), {
    handy: true,
    keys: 'c',
    fits: (row) => row.claimedBy === null && isUndecided(row),
  }),
  actionOf('release', 'undo', atOnce('release'), {
    fits: ({ claimedBy }, me) => claimedBy !== null && (claimedBy.id === me.id || hasAbility(me.roleId, 'admin')),
  }),
  actionOf('assign', 'person', (target) => reviewDialog.set({ kind: 'assign', target }), { fits: isUndecided }),
  decision('clear', 'done', { separated: true, handy: true, keys: 'a' }),
  decision('block', 'ban', { handy: true, keys: 'b', look: 'danger' }),
  decision('mask', 'eyeOff'),
  decision('return', 'send', { handy: true }),
  decision('escalate', 'arrowUp'),
  actionOf('rescan', 'refresh', atOnce('rescan'), { separated: true }),
  actionOf(
    'openResource',
    'document',
    ({ row }, { navigate }) => row && navigate(editPath({ id: row.id, kind: row.resource.kind })),
    { on: 'one' },
  ),
];

/** Opens the first review in this view that nobody else has claimed. */
async function reviewNext({ navigate, user }: ActionContext): Promise<void> {
  const address = readAddress(reviewList, new URLSearchParams(window.location.search));
  let cursor: string | undefined;
  do {
    const query = printAddress(reviewList, { ...address, page: 1, cursor });
    const { rows, next } = await call(listReviews, { query });
    const row = rows.find(({ claimedBy }) => claimedBy === null || claimedBy.id === user.id);
    if (row) return navigate(rowHref(row, viewAt(window.location.search)));
    cursor = next ?? undefined;
  } while (cursor);
  notify({ level: 'info', title: dictionary.get().texts?.review.noneNext ?? '' });
}

const nextAction: Action = {
  id: 'review.next',
  group: 'view',
  icon: 'play',
  keys: 'n',
  label: ({ review }) => review.actions.next,
  run: (context) => reviewNext(context).catch(() => undefined),
};

/** Without words in the library nothing can match. */
const wordsAction: Action = {
  id: 'review.words',
  group: 'view',
  icon: 'shield',
  label: ({ review, routes }) => fillText(review.toWords, { page: routes['sensitive.word'] }),
  mayI: (me) => mayOpenPath(me, '/app/sensitive/word'),
  run: ({ navigate }) => navigate('/app/sensitive/word'),
};

const undoAction: Action = {
  id: 'review.undo',
  group: 'view',
  icon: 'undo',
  keys: 'u',
  label: ({ review }) => review.actions.undo,
  run: async () => {
    await undoLast().catch(() => undefined);
  },
};

/** The review queue; a row opens its review at the first open match. */
const reviewListView: ListDefinition<ReviewRow> = {
  list: reviewList,
  endpoint: listReviews,
  exportEndpoint: exportReviews,
  icon: 'shieldAlert',
  mainColumn: 'resource',
  opens: true,
  href: rowHref,
  labelOf: (row) => row.resource.title,
  columns: reviewColumns,
  actions: reviewActions,
  more: [undoAction],
  primary: nextAction,
  first: wordsAction,
  texts: ({ review, routes, resource, scan }) => ({
    title: routes['sensitive.resource'],
    search: review.search,
    emptyTitle: review.emptyTitle,
    emptyText: review.emptyText,
    emptyTabs: review.emptyTabs,
    columns: review.columns,
    tabs: review.tabs,
    filters: review.filters,
    values: {
      kind: { ...resource.kinds, ...scan.itemTypes },
      severity: scan.severities,
      category: scan.categories,
      source: scan.sources,
      state: review.states,
      resourceState: Object.fromEntries(resourceStates.map((state) => [state, resource.states[state]])),
    },
  }),
};

const ReviewDialogs = lazyPage(async () => (await import('./review-dialogs.tsx')).ReviewDialogs);
const shown = [listReviews];

/** Queue of items with sensitive words that wait for a decision. */
export function ReviewPage() {
  useLiveRefresh('review', shown);
  const asking = useStore(reviewDialog) !== null;
  useEffect(() => closeReviewDialog, []);
  return (
    <>
      <ListPage definition={reviewListView} />
      {asking && <ReviewDialogs />}
    </>
  );
}
