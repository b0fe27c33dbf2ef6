import { signInWay, objectName as typeName } from '@lectern/contract/features/activity-names.ts';
import { type AuditRow, type AuditEntry as Entry, getAuditEntry } from '@lectern/contract/features/audit.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { ChangeTable } from '../../components/detail/activity-tab.tsx';
import { DetailSheet, useNeighbours } from '../../components/detail/detail-sheet.tsx';
import { useOpenedId, Waiting } from '../../components/detail/form-sheet.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { pageNameOf } from '../../components/permission/page-name.ts';
import { type Format, useFormat } from '../../lib/format.ts';
import { joinNames, joinParts, labelled } from '../../lib/i18n/punctuation.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import {
  actionOf,
  auditListDefinition,
  changedFields,
  fieldNameIn,
  mailText,
  objectName,
  objectPath,
} from './audit-list.tsx';

/** Panel over the log for the entry in the address. */
export function AuditEntry() {
  const id = useOpenedId();
  return id ? <OpenedEntry id={id} /> : null;
}

/** All details of an entry; J and K go to its neighbours. */
function OpenedEntry({ id }: { id: string }) {
  const texts = useTexts();
  const { audit, words } = texts;
  const neighbours = useNeighbours(auditListDefinition, id);
  const request = { params: { id: Number(id) } };
  const entry = useQuery({ ...queryOf(getAuditEntry, request, { quiet: true }), staleTime: Number.POSITIVE_INFINITY });
  const row = entry.data ?? (neighbours.row?.cut ? undefined : neighbours.row);
  const title = row ? actionOf(row, texts) : entry.error ? audit.entry.notFound : words.loading;
  return (
    <DetailSheet label={title} neighbours={neighbours} header={<h3 className="detail-title">{title}</h3>}>
      {row ? (
        <>
          <div className="detail-main">
            <EntryFacts row={row} />
          </div>
          <div className="detail-side">
            <h4 className="audit-heading">{audit.entry.changes}</h4>
            <EntryValues row={row} names={entry.data?.names ?? {}} />
          </div>
        </>
      ) : (
        <div className="detail-main">
          <Waiting query={entry} />
        </div>
      )}
    </DetailSheet>
  );
}

function EntryFacts({ row }: { row: AuditRow }) {
  const texts = useTexts();
  const { audit, activity, words } = texts;
  const format = useFormat();
  const { entry } = audit;
  const path = objectPath(row);
  const name = objectName(row, texts);
  const kind = typeName(row.object.type, activity);
  const facts: { label: string; value: ReactNode }[] = [
    {
      label: entry.at,
      value: (
        <>
          {format.dateTime(row.at)} · {format.relativeTime(row.at)}
          <code className="audit-id">{row.at}</code>
        </>
      ),
    },
    {
      label: entry.who,
      value: row.actor ? (
        <AppLink to={`/app/system/systemAdmin?id=${row.actor.id}`}>
          {row.actor.name} ({row.actor.account})
        </AppLink>
      ) : (
        audit.product
      ),
    },
    {
      label: entry.object,
      value: (
        <>
          {path || row.object.name !== null ? labelled(kind, '') : kind}
          {path && <AppLink to={path}>{name}</AppLink>}
          {!path && row.object.name !== null && <span title={entry.gone}>{name}</span>}
          <code className="audit-id">{row.object.id}</code>
        </>
      ),
    },
    { label: entry.from, value: row.ip ?? <span title={audit.addressHidden}>{words.none}</span> },
    { label: entry.request, value: row.requestId ? <code className="audit-id">{row.requestId}</code> : words.none },
    { label: entry.action, value: <code className="audit-id">{row.action}</code> },
    { label: entry.number, value: row.id },
  ];
  return <FactList facts={facts} />;
}

function EntryValues({ row, names }: { row: AuditRow; names: Entry['names'] }) {
  const texts = useTexts();
  const { audit, list, words } = texts;
  const format = useFormat();
  const isMail = row.object.type.startsWith('mail');
  const said = {
    ...{
      names,
      format,
      notSet: words.notSet,
      noneOfThem: words.noneOfThem,
      yes: list.yes,
      no: list.no,
      flags: audit.entry.flags,
    },
    fieldName: fieldNameIn(texts, row.object.type),
    pageOf: (path: string) => pageNameOf(path, texts),
    readable: (text: string) => (isMail ? mailText(text, words) : text),
  };
  const say = (field: string, value: unknown) => signInWay(field, value, texts.activity) ?? auditValue(value, said);
  const changes = changedFields(row).map((field) => ({
    field,
    before: say(field, row.before?.[field]),
    after: say(field, row.after?.[field]),
  }));
  if (changes.length === 0) return <p className="audit-none">{audit.entry.none}</p>;
  return <ChangeTable changes={changes} nameOf={said.fieldName} wasThere={row.before !== null} />;
}

type Words = {
  names: Entry['names'];
  format: Pick<Format, 'dateTime'>;
  notSet: string;
  noneOfThem: string;
  yes: string;
  no: string;
  /** Title of the page at a path. */
  pageOf: (path: string) => string;
  fieldName: (field: string) => string;
  /** Labels of a permission rule's values. */
  flags: Record<number, string>;
  /** Replaces variables in a mail text by their names. */
  readable: (text: string) => string;
};

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** An audit value for display: names instead of ids, dates in the user's format. */
export function auditValue(value: unknown, words: Words): string {
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'string') {
    const name = words.names[value];
    if (name !== undefined) return name;
    // Unknown ids are shown as they are, because auditors search by them.
    return instant.test(value) ? words.format.dateTime(value) : words.readable(value) || words.notSet;
  }
  if (Array.isArray(value)) return joinNames(value.map((one) => auditValue(one, words))) || words.noneOfThem;
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(([field, own]) => {
      // Permission rules are keyed by page path.
      if (field.startsWith('/')) return labelled(words.pageOf(field), words.flags[own] ?? auditValue(own, words));
      return labelled(words.fieldName(field), auditValue(own, words));
    });
    return joinParts(parts) || words.noneOfThem;
  }
  return value === undefined || value === null ? words.notSet : String(value);
}
