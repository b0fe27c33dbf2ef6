import { readingPages } from '@lectern/contract/features/reading-edit.ts';
import { EditLockService } from './features/edit-lock/edit-lock.service.ts';
import { glossaryActions } from './features/glossary/actions/glossary-actions.ts';
import { applyGlossaryAction } from './features/glossary/apply/apply-glossary.action.ts';
import { GlossaryPreviewService } from './features/glossary/apply/preview.service.ts';
import { registerGlossary } from './features/glossary/glossary.routes.ts';
import { GlossaryService } from './features/glossary/glossary.service.ts';
import { workScope } from './features/machine-work/list/work-list.source.ts';
import { updateCheckOf } from './features/machine-work/work.repository.ts';
import { listParts } from './features/reading/reading.repository.ts';
import { ReadingDraftService } from './features/reading/reading-draft.service.ts';
import { registerReadingEdits } from './features/reading/reading-edit.routes.ts';
import { ReadingEditService } from './features/reading/reading-edit.service.ts';
import { draftedText, TextAccess } from './features/reading/text-access.ts';
import { judgeEdit, mayEdit } from './features/resource/resource.policy.ts';
import { findReadable, lockReadable } from './features/resource/resource.repository.ts';
import { TextDraftService } from './features/text-draft/text-draft.service.ts';
import type { Db } from './platform/db/database.ts';
import type { EventPublisher } from './platform/events/event-publisher.ts';
import type { EndpointRegistry } from './platform/http/endpoint-registry.ts';
import type { ListExporter } from './platform/list/list-exporter.ts';
import type { ListReader } from './platform/list/list-reader.ts';
import { findHiddenText } from './platform/masks/hidden-text.ts';

type Given = { db: Db; publisher: EventPublisher };
type Surroundings = { reader: ListReader; exporter: ListExporter };

const stepOf = { document: null, ocr: 'ocr', speech: 'asr' } as const;
const mostParts = 1_000_000;

/** Part of the container: what people make of texts that machines have read. */
export function buildTextWork({ db, publisher }: Given) {
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
    async announce(transaction, { id, owner_id: ownerId }, actorId) {
      for (const userId of new Set([ownerId, actorId])) {
        await publisher.publish(transaction, userId, { topic: 'resource', id });
      }
    },
  });
  const glossary = new GlossaryService(db);
  const previews = new GlossaryPreviewService({
    ...{ db, scope: workScope },
    mayEdit: (executor, principal, text) => access.mayEdit(executor, principal, text),
    partsOf: (executor, readingId) => listParts(executor, readingId, 0, mostParts),
  });
  const editorOf: Parameters<typeof applyGlossaryAction>[0]['editorOf'] = async (executor, id) =>
    (await locks.holderOf(executor, draftedText({ id, source: 'speech' })))?.name;
  return {
    glossary,
    /** For other texts that drafts are kept of. */
    drafts,
    actions: [...glossaryActions(glossary), applyGlossaryAction({ edits, editorOf })],
    register(registry: EndpointRegistry, { reader, exporter }: Surroundings): void {
      const readingDrafts = new ReadingDraftService({ db, access, drafts });
      registerReadingEdits(registry, { edits, drafts: readingDrafts, locks, access });
      registerGlossary(registry, { glossary, previews, reader, exporter });
    },
  };
}
