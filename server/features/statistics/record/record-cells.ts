import type { AccessRecordRow, accessRecordList } from '@lectern/contract/features/access-record.ts';
import { actionWordsOfAccess, deviceWords } from '@lectern/contract/features/access-words.ts';
import { roleWords } from '@lectern/contract/roles.ts';
import type { Cell } from '../../../platform/list/csv.ts';
import type { ExportWords } from '../../../platform/list/export-words.ts';

type Cells = Record<keyof typeof accessRecordList.columns, (row: AccessRecordRow, words: ExportWords) => Cell>;

const name = (thing: { id: string; name: string | null } | null): Cell => (thing ? (thing.name ?? thing.id) : null);

/** What a file says in each column. */
export const recordCells: Cells = {
  at: (row, words) => words.instant(row.at),
  person: (row) => (row.person ? `${row.person.name} (${row.person.account})` : row.reader),
  action: (row, words) => actionWordsOfAccess[row.action][words.language],
  resource: (row) => name(row.resource),
  position: (row) => row.positionSeconds,
  seconds: (row) => row.seconds,
  query: (row) => row.query,
  college: (row) => name(row.college),
  device: (row, words) => (row.device ? deviceWords[row.device][words.language] : null),
  ip: (row) => row.ip,
  role: (row, words) =>
    row.role === 'reader' ? null : roleWords[Number(row.role) as keyof typeof roleWords][words.language],
  site: (row) => name(row.site),
  department: (row) => name(row.department),
  subject: (row) => name(row.subject),
  column: (row) => name(row.column),
  course: (row) => name(row.course),
  chapter: (row) => name(row.chapter),
  hits: (row) => row.hits,
  client: (row) => row.client,
  robot: (row, words) => words.yesNo(row.robot),
};
