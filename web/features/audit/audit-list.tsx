import * as names from '@lectern/contract/features/activity-names.ts';
import { objectName as typeName } from '@lectern/contract/features/activity-names.ts';
import { type AuditRow, auditList, auditObjects, exportAudit, listAudit } from '@lectern/contract/features/audit.ts';
import { readableText } from '@lectern/contract/features/mail-text.ts';
import { type ResourceRow, resourcePath } from '@lectern/contract/features/resource.ts';
import { Avatar } from '../../components/avatar.tsx';
import { exactTime, filterLink, quiet } from '../../components/list-page/cells.tsx';
import type { CellContext, ListDefinition } from '../../components/list-page/list-definition.ts';
import type { RowAction } from '../../lib/actions.ts';
import { copyText } from '../../lib/copy-text.ts';
import { dictionary } from '../../lib/i18n/language.ts';
import { joinNames, withNote } from '../../lib/i18n/punctuation.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { navigate } from '../../lib/navigation.ts';
import { notify } from '../../lib/notifications.ts';
import './audit.css';

export function actionOf({ action }: AuditRow, { activity }: Texts): string {
  return names.actionName(action, activity);
}

/** The object's name, or its type if it has none. */
export function objectName({ object }: AuditRow, { activity, words }: Texts): string {
  if (object.name === null) return names.objectName(object.type, activity);
  return object.type === 'mail' ? mailText(object.name, words) : object.name;
}

/** Mail texts are stored with variables; show the variables' names. */
export function mailText(text: string, { mailVariables }: Texts['words']): string {
  return readableText(text, mailVariables);
}

export function changedFields({ before, after }: Pick<AuditRow, 'before' | 'after'>): string[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]));
}

export const fieldNameIn =
  ({ activity }: Texts, type: string) =>
  (field: string): string =>
    names.fieldName(field, activity, type);

type Kind = ResourceRow['kind'];
const byId: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => `/app/system/systemAdmin?id=${id}`,
  permissionGroup: (id) => `/app/system/accessGroup?id=${id}`,
  college: (id) => `/app/system/subject?id=${id}`,
  department: (id) => `/app/system/department?id=${id}`,
  position: (id) => `/app/system/role?id=${id}`,
  task: (id) => `/app/system/task?id=${id}`,
  mail: (id) => `/app/email/list/detail/${id}`,
  column: (id) => `/app/resource/column?id=${id}`,
  library: (id) => `/app/resource/library?library=${id}`,
  sensitiveWord: (id) => `/app/sensitive/word?id=${id}`,
  homePage: () => '/app/page/resourceRecommend',
  settings: () => '/app/system/settings',
};

/** Link to the object; null when it was deleted or has no page. */
export function objectPath({ object }: AuditRow): string | null {
  const { type, id, name, kind } = object;
  if (type === 'resource') return kind ? resourcePath({ id, kind: kind as Kind }) : null;
  const path = Object.hasOwn(byId, type) ? byId[type]?.(encodeURIComponent(id)) : undefined;
  return path && (name !== null || ['settings', 'homePage'].includes(type)) ? path : null;
}

type Name = keyof typeof import('@lectern/contract/messages/en/audit.ts').audit.actions;

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

/** Opens the log filtered to entries that share a value with this one. */
function only(filters: Record<string, string>): void {
  navigate(`${auditList.page}?${new URLSearchParams(filters)}`);
}

const auditActions: readonly RowAction<AuditRow>[] = [
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

function actor(row: AuditRow, context: CellContext) {
  if (!row.actor) return quiet(context.texts.audit.product);
  const { id, name, account } = row.actor;
  return (
    <span className="audit-actor" title={withNote(name, account)}>
      <Avatar name={name} size={20} />
      {filterLink('actor', id, name, context)}
    </span>
  );
}

function changes(row: AuditRow, { texts }: CellContext) {
  if (row.cut) return quiet(texts.audit.cut);
  // Sign-ins change no fields; their details only say which method was used.
  if (row.action.startsWith('auth.')) return quiet('');
  const fields = [...new Set(changedFields(row).map(fieldNameIn(texts, row.object.type)))];
  return fields.length === 0 ? quiet('') : <span title={joinNames(fields)}>{joinNames(fields)}</span>;
}

function address(row: AuditRow, context: CellContext) {
  return row.ip ? filterLink('ip', row.ip, row.ip, context) : quiet(context.texts.words.none);
}

function json(values: AuditRow['before']) {
  const text = values ? JSON.stringify(values) : '';
  return <code title={text}>{text}</code>;
}

export const auditListDefinition: ListDefinition<AuditRow> = {
  list: auditList,
  endpoint: listAudit,
  exportEndpoint: exportAudit,
  icon: 'audit',
  mainColumn: 'at',
  opens: true,
  labelOf(row) {
    const { texts } = dictionary.get();
    return texts ? `${actionOf(row, texts)} ${objectName(row, texts)}` : row.id;
  },
  actions: auditActions,
  texts: ({ audit, activity }) => {
    const object = Object.fromEntries(auditObjects.map((type) => [type, typeName(type, activity)]));
    return { ...audit, values: { object } };
  },
  columns: {
    at: {
      width: 166,
      grow: 0,
      greatestFirst: true,
      cell: (row, context) => exactTime(row.at, context),
    },
    actor: { width: 130, grow: 1, keep: 6, cell: actor },
    action: {
      width: 194,
      grow: 2,
      keep: 7,
      cell: (row, context) => filterLink('action', row.action, actionOf(row, context.texts), context),
    },
    object: {
      width: 180,
      grow: 3,
      keep: 5,
      cell: (row, context) => filterLink('objectId', row.object.id, objectName(row, context.texts), context),
    },
    changes: { width: 140, grow: 2, keep: 3, cell: changes },
    ip: { width: 120, grow: 0, keep: 4, cell: address },
    before: { width: 180, grow: 2, cell: (row) => json(row.before) },
    after: { width: 180, grow: 2, cell: (row) => json(row.after) },
    requestId: { width: 150, cell: (row) => quiet(row.requestId ?? '') },
  },
};
