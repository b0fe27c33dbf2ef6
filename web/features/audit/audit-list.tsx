import { type AuditRow, auditList, exportAudit, listAudit } from '@lectern/contract/features/audit.ts';
import { auditObjects, objectWord } from '@lectern/contract/features/audit-words.ts';
import { Avatar } from '../../components/avatar.tsx';
import { filterLink } from '../../components/list-page/filter-link.tsx';
import type { CellContext, ListDefinition } from '../../components/list-page/list-definition.ts';
import { currentLanguage } from '../../lib/i18n/language.ts';
import { auditActions } from './audit-actions.ts';
import { actionOf, changedFields, fieldName, objectName } from './audit-words.ts';
import './audit.css';

function quiet(text: string, title?: string) {
  return (
    <span className="grid-quiet" title={title ?? text}>
      {text}
    </span>
  );
}

function actor(row: AuditRow, context: CellContext) {
  if (!row.actor) return quiet(context.texts.audit.product);
  const { id, name, account } = row.actor;
  return (
    <span className="audit-actor" title={`${name} (${account})`}>
      <Avatar name={name} size={20} />
      {filterLink('actor', id, name, context)}
    </span>
  );
}

function changes(row: AuditRow, { texts }: CellContext) {
  if (row.cut) return quiet(texts.audit.cut);
  // Nothing changes when somebody comes in; the entry tells by which way.
  if (row.action.startsWith('auth.')) return quiet('');
  const fields = [...new Set(changedFields(row).map(fieldName))];
  return fields.length === 0 ? quiet('') : <span title={fields.join(', ')}>{fields.join(', ')}</span>;
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
  labelOf: (row) => `${actionOf(row)} ${objectName(row)}`,
  actions: auditActions,
  texts: ({ audit }) => {
    const language = currentLanguage();
    const object = Object.fromEntries(auditObjects.map((type) => [type, objectWord(type, language)]));
    return { ...audit, values: { object } };
  },
  columns: {
    at: {
      width: 166,
      grow: 0,
      greatestFirst: true,
      cell: (row, { format }) => (
        <time dateTime={row.at} title={format.relativeTime(row.at)} className="grid-name">
          {format.dateTime(row.at)}
        </time>
      ),
    },
    actor: { width: 130, grow: 1, keep: 6, cell: actor },
    action: {
      width: 194,
      grow: 2,
      keep: 7,
      cell: (row, context) => filterLink('action', row.action, actionOf(row), context),
    },
    object: {
      width: 180,
      grow: 3,
      keep: 5,
      cell: (row, context) => filterLink('objectId', row.object.id, objectName(row), context),
    },
    changes: { width: 140, grow: 2, keep: 3, cell: changes },
    ip: { width: 120, grow: 0, keep: 4, cell: address },
    before: { width: 180, grow: 2, cell: (row) => json(row.before) },
    after: { width: 180, grow: 2, cell: (row) => json(row.after) },
    requestId: { width: 150, cell: (row) => quiet(row.requestId ?? '') },
  },
};
