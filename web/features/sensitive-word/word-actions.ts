import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { reviewList } from '@lectern/contract/features/review.ts';
import type { SensitiveWordAction, SensitiveWordRow } from '@lectern/contract/features/sensitive-word.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { Action, RowAction } from '../../lib/actions.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { panelHref, wordHref } from './panels.ts';
import { hitsHref } from './word-columns.tsx';
import { type ChoosingAction, type WordTarget, wordDialog } from './word-dialog.ts';
import { startDelete, startOn } from './word-operation.ts';

type Row = SensitiveWordRow;
type Name = keyof typeof import('@lectern/contract/messages/en/sensitive-word.ts').sensitiveWord.actions;
type Extra = Partial<Pick<RowAction<Row>, 'on' | 'look' | 'keys' | 'separated' | 'handy' | 'fits' | 'mayI'>>;

export const mayManage = (me: CurrentUser) => hasAbility(me.roleId, 'editor');

export const newWordAction: Action = {
  id: 'sensitiveWord.create',
  group: 'create',
  icon: 'plus',
  label: (texts) => texts.sensitiveWord.actions.create,
  mayI: mayManage,
  run: () => wordDialog.set({ kind: 'create' }),
};

export const importWordsAction: Action = {
  id: 'sensitiveWord.import',
  group: 'create',
  icon: 'upload',
  label: (texts) => texts.sensitiveWord.actions.import,
  mayI: mayManage,
  run: () => wordDialog.set({ kind: 'import' }),
};

/** Parts of the page that stand above the list rather than in its header. */
export const toolActions: readonly Action[] = (
  [
    { name: 'test', icon: 'search', keys: 't' },
    { name: 'packs', icon: 'folder' },
    { name: 'rescans', icon: 'refresh' },
  ] as const
).map((tool) => ({
  id: `sensitiveWord.${tool.name}`,
  group: 'view',
  icon: tool.icon,
  ...('keys' in tool && { keys: tool.keys }),
  label: (texts) => texts.sensitiveWord.actions[tool.name],
  mayI: mayManage,
  run: ({ navigate }) => navigate(panelHref(tool.name)),
}));

function action(name: Name, icon: IconName, run: RowAction<Row>['run'], extra: Extra = {}): RowAction<Row> {
  const id = `sensitiveWord.${name}`;
  return { on: 'both', mayI: mayManage, ...extra, id, icon, label: (texts) => texts.sensitiveWord.actions[name], run };
}

const withWord = (open: (word: Row) => string) => (target: WordTarget, context: { navigate(path: string): void }) => {
  if (target.row) context.navigate(open(target.row));
};
const choose = (name: ChoosingAction) => (target: WordTarget) =>
  wordDialog.set({ kind: 'choose', action: name, target });
const start = (name: SensitiveWordAction) => (target: WordTarget) => startOn(name, target).then(() => undefined);

export const wordActions: readonly RowAction<Row>[] = [
  action(
    'edit',
    'edit',
    withWord(({ id }) => wordHref(id)),
    { on: 'one', keys: 'e' },
  ),
  action(
    'seeHits',
    'shieldAlert',
    withWord(({ text }) => hitsHref(text)),
    {
      on: 'one',
      mayI: (me) => mayManage(me) && me.permissions.includes(reviewList.page),
      fits: ({ hits, decided }) => hits + decided > 0,
    },
  ),
  action(
    'history',
    'clock',
    withWord(({ id }) => wordHref(id, 'activity')),
    { on: 'one' },
  ),
  action('setCategory', 'tag', choose('setCategory'), { separated: true, handy: true }),
  action('setSeverity', 'shield', choose('setSeverity'), { handy: true }),
  action('setPack', 'folder', choose('setPack')),
  action('enable', 'play', start('enable'), { separated: true, handy: true, fits: ({ enabled }) => !enabled }),
  action('disable', 'pause', start('disable'), { handy: true, fits: ({ enabled }) => enabled }),
  action('delete', 'trash', startDelete, { separated: true, look: 'danger' }),
];
