import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import { duplicateMail, type MailAction, type MailRow } from '@lectern/contract/features/mail.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import type { Action, RowAction, RowTarget } from '../../lib/actions.ts';
import { call } from '../../lib/api-client.ts';
import { beginOperation } from '../../lib/begin-operation.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { navigate } from '../../lib/navigation.ts';
import { notify } from '../../lib/notifications.ts';
import { randomId } from '../../lib/random-id.ts';
import { createStore } from '../../lib/store.ts';
import { mailHref, newMailHref } from './mail-href.ts';

/** The open dialog. Actions set it from a menu, toolbar, shortcut or the command palette. */
type MailDialog = { kind: 'templates' } | { kind: 'delete'; target: RowTarget<MailRow> };

export const mailDialog = createStore<MailDialog | null>(null);

export function closeMailDialog(): void {
  mailDialog.set(null);
}

export type MailTarget = RowTarget<MailRow>;
type Name = keyof typeof import('@lectern/contract/messages/en/mail.ts').mail.actions;
type Extra = Partial<Pick<RowAction<MailRow>, 'on' | 'look' | 'keys' | 'separated' | 'handy' | 'fits'>>;

const mayWrite = (me: CurrentUser) => hasAbility(me.roleId, 'editor');

export async function copyMail(id: string): Promise<void> {
  const copy = await call(duplicateMail, { params: { id } }, { idempotencyKey: randomId() });
  notify({ level: 'success', title: dictionary.get().texts?.mail.duplicated ?? '' });
  navigate(mailHref(copy.id));
}

export const writeAction: Action = {
  id: 'mail.create',
  group: 'create',
  icon: 'plus',
  keys: 'n',
  label: (texts) => texts.mail.actions.create,
  mayI: mayWrite,
  run: () => navigate(newMailHref()),
};

export const templatesAction: Action = {
  id: 'mail.templates',
  group: 'view',
  icon: 'document',
  label: (texts) => texts.mail.actions.templates,
  mayI: mayWrite,
  run: () => mailDialog.set({ kind: 'templates' }),
};

export async function startOn(name: MailAction, target: MailTarget): Promise<void> {
  const { selection, count } = target;
  await beginOperation({ list: 'mail', action: name, selection, count });
  target.done();
}

function action(name: Name, icon: IconName, run: RowAction<MailRow>['run'], extra: Extra = {}): RowAction<MailRow> {
  const id = `mail.${name}`;
  return { on: 'both', mayI: mayWrite, ...extra, id, icon, label: (texts) => texts.mail.actions[name], run };
}

const hasFailed = ({ counts, state }: MailRow) => counts.failed > 0 && state !== 'cancelled';

export const mailActions: readonly RowAction<MailRow>[] = [
  action('open', 'eye', ({ row }, context) => row && context.navigate(mailHref(row.id)), { on: 'one' }),
  action('duplicate', 'copy', ({ row }) => (row ? copyMail(row.id) : undefined), {
    on: 'one',
    fits: ({ kind }) => kind !== 'system',
  }),
  action('retryFailed', 'refresh', (target) => startOn('retryFailed', target), {
    separated: true,
    handy: true,
    fits: hasFailed,
  }),
  action('cancel', 'ban', (target) => startOn('cancel', target), {
    handy: true,
    fits: ({ state }) => state === 'scheduled' || state === 'sending',
  }),
  action('delete', 'trash', (target) => mailDialog.set({ kind: 'delete', target }), {
    separated: true,
    look: 'danger',
    fits: ({ state }) => state === 'draft' || state === 'cancelled',
  }),
];
