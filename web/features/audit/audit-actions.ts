import { type AuditRow, auditList } from '@lectern/contract/features/audit.ts';
import type { RowAction } from '../../lib/actions.ts';
import { copyText } from '../../lib/copy-text.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { navigate } from '../../lib/navigation.ts';
import { notify } from '../../lib/notifications.ts';
import { objectPath } from './audit-words.ts';

type Name = keyof typeof import('../../lib/i18n/en/audit.ts').audit.actions;

function action(
  name: Name,
  icon: IconName,
  run: (row: AuditRow) => void | Promise<void>,
  extra: Partial<Pick<RowAction<AuditRow>, 'fits' | 'separated'>> = {},
): RowAction<AuditRow> {
  return {
    ...extra,
    id: `audit.${name}`,
    on: 'one',
    icon,
    label: (texts) => texts.audit.actions[name],
    run: ({ row }) => (row ? run(row) : undefined),
  };
}

/** The whole log, narrowed to what one entry has in common with others. */
function only(filters: Record<string, string>): void {
  navigate(`${auditList.page}?${new URLSearchParams(filters)}`);
}

export const auditActions: readonly RowAction<AuditRow>[] = [
  action('openObject', 'eye', (row) => navigate(objectPath(row) ?? auditList.page), {
    fits: (row) => objectPath(row) !== null,
  }),
  action('ofObject', 'audit', ({ object }) => only({ objectId: object.id }), { separated: true }),
  action('ofActor', 'person', ({ actor }) => only({ actor: actor?.id ?? '' }), { fits: ({ actor }) => actor !== null }),
  action('ofAddress', 'device', ({ ip }) => only({ ip: ip ?? '' }), { fits: ({ ip }) => ip !== null }),
  action('ofAction', 'list', (row) => only({ action: row.action })),
  action('copy', 'copy', copyEntry, { separated: true }),
];

async function copyEntry(row: AuditRow): Promise<void> {
  await copyText(JSON.stringify(row, null, 2));
  notify({ level: 'success', title: dictionary.get().texts?.audit.copied ?? '' });
}
