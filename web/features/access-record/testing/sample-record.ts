import type { AccessRecordRow } from '@lectern/contract/features/access-record.ts';

export const recordId = '0197a0d0-0000-7000-8000-000000000001';

/** A staff member who played part of a video; `change` sets what matters to a test. */
export function sampleRecord(change: Partial<AccessRecordRow> = {}): AccessRecordRow {
  return {
    id: '42',
    at: '2026-10-01T10:00:00.000Z',
    action: 'play',
    source: 'office',
    person: { id: recordId, name: 'Anna', account: 'anna' },
    reader: null,
    role: '3',
    site: null,
    resource: { id: recordId, name: 'Cells', gone: false, kind: 'video' },
    ...{ course: null, chapter: null, column: null, college: null, department: null, subject: null },
    positionSeconds: 75,
    seconds: 30,
    query: null,
    hits: null,
    client: null,
    device: 'desktop',
    ip: '192.0.2.*',
    robot: false,
    hasVisit: true,
    ...change,
  };
}

const tabNames = ['all', 'view', 'play', 'download', 'search', 'click'];

/** A list page with these rows. */
export function recordPage(rows: readonly AccessRecordRow[]) {
  const count = { value: rows.length, exact: true };
  const tabs = Object.fromEntries(tabNames.map((tab) => [tab, count]));
  return { rows, count, tabs, next: null, previous: null };
}
