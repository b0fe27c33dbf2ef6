import type { UploadRow } from '@lectern/contract/features/upload.ts';
import type { SendOutcome } from '../engine/send-file.ts';
import type { BatchLanguage, UploadCalls } from '../engine/upload-calls.ts';

type Handlers = Parameters<UploadCalls['send']>[3];

/** A fake upload server controlled by the test: the uploads it knows and those being sent. */
export class FakeServer implements UploadCalls {
  readonly rows = new Map<string, UploadRow>();
  readonly announcements: number[] = [];
  readonly sending = new Map<string, Handlers>();
  readonly cancelled: string[] = [];
  /** Uploads sent without first asking how much has arrived. */
  readonly fresh: string[] = [];
  readonly settled: [string, string][] = [];
  /** Error thrown by the next announcement. */
  announceError: Error | undefined;
  refuses = new Set<string>();

  announce: UploadCalls['announce'] = async (batch, files) => {
    const error = this.announceError;
    this.announceError = undefined;
    if (error) throw error;
    this.announcements.push(files.length);
    return files.map((file) => {
      const refused = this.refuses.has(file.fileName);
      const row: UploadRow = {
        ...{ ...file, batchId: batch.batchId, libraryId: batch.libraryId, folderId: batch.folderId },
        ...{
          replacesId: batch.replacesId,
          language: batch.language ?? null,
          offsetBytes: 0,
          state: refused ? 'refused' : 'receiving',
        },
        ...{ reason: refused ? 'This kind of file is not accepted.' : null, duplicateOf: null, resource: null },
        ...{ entries: null, createdAt: '2026-11-15T10:00:00.000Z', url: `/uploads/${file.id}/content` },
      };
      this.rows.set(file.id, row);
      return row;
    });
  };
  /** Default language of all libraries. */
  usualLanguage: BatchLanguage = null;
  defaultLanguage: UploadCalls['defaultLanguage'] = async () => this.usualLanguage;
  list: UploadCalls['list'] = async () => ({ rows: [...this.rows.values()], more: false });
  settle: UploadCalls['settle'] = async (id, choice) => {
    this.settled.push([id, choice]);
    return this.become(id, 'done');
  };
  readonly dismissedIds = new Set<string>();
  dismissed: UploadCalls['dismissed'] = () => this.dismissedIds;
  dismiss: UploadCalls['dismiss'] = (ids) => {
    for (const id of ids) this.dismissedIds.add(id);
  };
  cancel: UploadCalls['cancel'] = async (id) => void this.cancelled.push(id);
  send: UploadCalls['send'] = (id, _file, fresh, handlers) => {
    if (fresh) this.fresh.push(id);
    this.sending.set(id, handlers);
    return { stop: () => void this.sending.delete(id) };
  };

  /** Moves an upload to another state, as the live stream would report it. */
  become(id: string, state: UploadRow['state'], more: Partial<UploadRow> = {}): UploadRow {
    const row = this.rows.get(id);
    if (!row) throw new Error(`Nobody announced ${id}`);
    const resource = state === 'done' ? { id, kind: 'document', title: row.fileName } : null;
    const next = { ...row, state, resource, ...more };
    this.rows.set(id, next);
    return next;
  }

  idOf(fileName: string): string {
    const row = [...this.rows.values()].find((one) => one.fileName === fileName);
    if (!row) throw new Error(`Nobody announced ${fileName}`);
    return row.id;
  }

  end(fileName: string, outcome: SendOutcome): void {
    const id = this.idOf(fileName);
    const handlers = this.sending.get(id);
    if (!handlers) throw new Error(`${fileName} is not being sent`);
    this.sending.delete(id);
    handlers.onEnd(outcome);
  }

  namesBeingSent(): string[] {
    return [...this.sending.keys()].map((id) => this.rows.get(id)?.fileName ?? id).sort();
  }
}
