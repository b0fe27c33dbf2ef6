import { mayOpenPath } from '@lectern/contract/access.ts';
import { type AccessRecordRow, accessRecordList } from '@lectern/contract/features/access-record.ts';
import { resourceHref } from '../../components/resource/resource-href.ts';
import type { Action, RowAction } from '../../lib/actions.ts';
import type { IconName } from '../../lib/icon-name.ts';
import { navigate } from '../../lib/navigation.ts';

type Name = keyof typeof import('@lectern/contract/messages/en/access-record.ts').accessRecord.actions;

function action(
  name: Name,
  icon: IconName,
  fits: (row: AccessRecordRow) => boolean,
  run: (row: AccessRecordRow) => void,
): RowAction<AccessRecordRow> {
  return {
    id: `accessRecord.${name}`,
    on: 'one',
    icon,
    fits,
    label: (texts) => texts.accessRecord.actions[name],
    run: ({ row }) => (row ? run(row) : undefined),
  };
}

/** Opens the list filtered to records that share a value with this one. */
function only(filters: Record<string, string>): void {
  navigate(`${accessRecordList.page}?${new URLSearchParams(filters)}`);
}

export function resourcePageOf({ resource }: AccessRecordRow): string | null {
  const { id, kind, gone } = resource ?? {};
  return id && kind && !gone ? resourceHref({ id, kind }) : null;
}

const keyPage = '/app/system/apiKey';

/** Offered on an empty list: without a connected site, only use of the back office is recorded. */
export const connectAction: Action = {
  id: 'accessRecord.connect',
  group: 'navigate',
  icon: 'plus',
  label: ({ accessRecord }) => accessRecord.connect,
  mayI: (me) => mayOpenPath(me, keyPage),
  run: ({ navigate }) => navigate(keyPage),
};

export const recordActions: readonly RowAction<AccessRecordRow>[] = [
  action(
    'openResource',
    'eye',
    (row) => resourcePageOf(row) !== null,
    (row) => navigate(resourcePageOf(row) ?? accessRecordList.page),
  ),
  action(
    'ofResource',
    'list',
    ({ resource }) => resource !== null,
    ({ resource }) => only({ resource: resource?.id ?? '' }),
  ),
  action(
    'ofPerson',
    'person',
    ({ person, reader }) => person !== null || reader !== null,
    ({ person, reader }) => only(person ? { person: person.id } : { reader: reader ?? '' }),
  ),
];
