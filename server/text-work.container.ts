import { readingPages } from '@lectern/contract/features/reading-edit.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import { GlossaryService } from './features/glossary/glossary.service.ts';
import type { PipelineService } from './features/machine-work/pipeline.service.ts';
import { updateCheckOf } from './features/machine-work/work.repository.ts';
import { ReadingDraftService } from './features/reading/reading-draft.service.ts';
import { registerReadingEdits } from './features/reading/reading-edit.routes.ts';
import { ReadingEditService } from './features/reading/reading-edit.service.ts';
import { TextAccess } from './features/reading/text-access.ts';
import { judgeEdit, mayEdit } from './features/resource/resource.policy.ts';
import { findReadable, lockReadable } from './features/resource/resource.repository.ts';
import { requireFreeWith } from './features/text-draft/require-free.ts';
import { TextDraftService } from './features/text-draft/text-draft.service.ts';
import type { Db, Executor } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import { findHiddenText } from './platform/masks/hidden-text.ts';

type Given = {
  db: Db;
  publisher: EventPublisher;
  /** Built after this; asked only when something is done. */
  pipeline(): Pick<PipelineService, 'follow'>;
  transcriptChanged(transaction: Executor, resourceId: string): Promise<void>;
};

const stepOf = { document: null, ocr: 'ocr', speech: 'asr' } as const;

/** Part of the container: what people make of texts that machines have read. */
export function buildTextWork({ db, publisher, pipeline, transcriptChanged }: Given) {
  const locks = new EditLockService(db);
  const drafts = new TextDraftService(locks);
  const access = new TextAccess({
    async requireReadable(executor, principal, { id, source }) {
      const pages = readingPages[source];
      return { mayEdit: mayEdit(principal, await findReadable(executor, principal, id, pages), pages) };
    },
    async requireEditable(transaction, { principal }, { id, source }) {
      const pages = readingPages[source];
      judgeEdit(principal, await lockReadable(transaction, principal, id, pages), pages);
    },
    hidden: findHiddenText,
  });
  const edits = new ReadingEditService({
    ...{ db, access, drafts },
    async noteWork(transaction, { source, ...note }) {
      const kind = stepOf[source];
      if (kind) await updateCheckOf(transaction, { ...note, kind });
    },
    async textChanged(transaction, { id, source }) {
      if (source === 'speech') await transcriptChanged(transaction, id);
    },
    async follow(transaction, { source, ...version }) {
      const kind = stepOf[source];
      if (kind) await pipeline().follow(transaction, version, kind);
    },
    async announce(transaction, { id, owner_id: ownerId }, actorId) {
      for (const userId of new Set([ownerId, actorId])) {
        await publisher.publish(transaction, userId, { topic: 'resource', id });
      }
    },
  });
  return {
    glossary: new GlossaryService(db),
    /** For other texts that drafts are kept of. */
    drafts,
    requireFree: requireFreeWith(locks),
    access,
    edits,
    register(registry: EndpointRegistry): void {
      const readingDrafts = new ReadingDraftService({ db, access, drafts });
      registerReadingEdits(registry, { edits, drafts: readingDrafts, locks, access });
    },
  };
}
