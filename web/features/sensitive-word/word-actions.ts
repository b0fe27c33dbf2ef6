import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { Selection } from '@lectern/contract/features/operation.ts';
import { reviewList } from '@lectern/contract/features/review.ts';
import {
  listSensitiveWords,
  type SensitiveWordAction,
  type SensitiveWordRow,
} from '@lectern/contract/features/sensitive-word.ts';
import type { WordChange } from '@lectern/contract/features/sensitive-word-trial.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { Action, RowAction } from '../../lib/actions.ts';
import { call } from '../../lib/api-client.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { panelHref, wordHref } from './panels.ts';
import { askImpact, type ImpactQuestion } from './trial/ask-impact.ts';
import { hitsHref } from './word-columns.tsx';
import { type ChoosingAction, type WordTarget, wordDialog } from './word-dialog.ts';

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

/** Actions shown in the bar above the list instead of in the page header. */
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

/** Words previewed at most; beyond that, the effect is a lower bound. */
const previewed = 50;

type Input = Record<string, unknown>;
type Effect = Pick<ImpactQuestion, 'of' | 'part'>;

/** Starts an operation on the selected words after the user has seen its effect; returns whether it was started. */
export async function startOn(name: SensitiveWordAction, target: WordTarget, input: Input = {}): Promise<boolean> {
  const effect = await effectOf(name, target, input);
  if (effect.of && !(await askImpact(effect))) return false;
  await begin(name, target, input);
  return true;
}

async function startDelete(target: WordTarget): Promise<void> {
  const effect = await effectOf('delete', target, {});
  if (await askImpact({ ...effect, deletes: { what: whatOf(target) } })) await begin('delete', target, {});
}

async function begin(name: SensitiveWordAction, target: WordTarget, input: Input): Promise<void> {
  const { selection, count } = target;
  await beginOperation({ list: 'sensitiveWord', action: name, selection, count, input });
  target.done();
}

/** The changes to preview, for the first words of the selection. Null for a category, which doesn't affect matches. */
async function effectOf(name: SensitiveWordAction, { selection, count }: WordTarget, input: Input): Promise<Effect> {
  if (name === 'setCategory') return { of: null };
  const ids = await firstOf(selection);
  if (ids.length === 0) return { of: null };
  const fields = {
    enable: { enabled: true },
    disable: { enabled: false },
    delete: {},
    setSeverity: input,
    setPack: input,
  };
  const word = fields[name] as Extract<WordChange, { kind: 'change' }>['word'];
  const changes = ids.map(
    (id): WordChange => (name === 'delete' ? { kind: 'remove', id } : { kind: 'change', id, word }),
  );
  return { of: { changes }, ...(count > ids.length && { part: { looked: ids.length, count } }) };
}

async function firstOf(selection: Selection): Promise<string[]> {
  if ('ids' in selection) return selection.ids.slice(0, previewed);
  const query = { ...Object.fromEntries(new URLSearchParams(selection.matching)), size: String(previewed) };
  const ids: string[] = [];
  let cursor: string | null | undefined;
  do {
    const { rows, next } = await call(listSensitiveWords, { query: { ...query, ...(cursor && { cursor }) } });
    ids.push(...rows.map(({ id }) => id).filter((id) => !selection.except?.includes(id)));
    cursor = next;
  } while (cursor && ids.length < previewed);
  return ids.slice(0, previewed);
}

/** The target of an action, as display text. */
export function whatOf({ row, count }: WordTarget): string {
  if (row) return `“${row.text}”`;
  return fillText(dictionary.get().texts?.sensitiveWord.count ?? '{count}', { count: String(count) });
}
