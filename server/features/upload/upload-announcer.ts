import type { UploadRow } from '@lectern/contract/features/upload.ts';
import type { Language } from '@lectern/contract/language.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { presentUpload } from './upload.presenter.ts';
import { findUpload } from './upload.repository.ts';

/** Publishes the state of an upload to its owner’s windows. */
export class UploadAnnouncer {
  readonly #publisher: EventPublisher;

  constructor(publisher: EventPublisher) {
    this.#publisher = publisher;
  }

  async publish(transaction: Executor, id: string, duplicateOf: UploadRow['duplicateOf'] = null): Promise<UploadRow> {
    const upload = await findUpload(transaction, id);
    if (!upload) throw new AppError('notFound');
    const row = presentUpload(upload, upload.language as Language, duplicateOf);
    await this.#publisher.publish(transaction, upload.owner_id, { topic: 'upload', upload: row });
    return row;
  }
}
