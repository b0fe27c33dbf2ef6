import { readingSources } from '@lectern/contract/features/reading.ts';
import {
  checkReading,
  discardReadingDraft,
  getReadingDraft,
  getReadingLock,
  listReadingVersions,
  putReadingDraft,
  releaseReadingLock,
  restoreReading,
  saveReading,
  takeReadingDraft,
  takeReadingLock,
} from '@lectern/contract/features/reading-edit.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { EditLockService } from '../edit-lock/edit-lock.service.ts';
import type { ReadingDraftService } from './reading-draft.service.ts';
import type { ReadingEditService } from './reading-edit.service.ts';
import { draftedText } from './text-access.ts';

type Parts = {
  edits: ReadingEditService;
  drafts: ReadingDraftService;
  locks: EditLockService;
  /** The resource as its own edit lock sees it. */
  resource: DetailSource;
};

export function registerReadingEdits(registry: EndpointRegistry, { edits, drafts, locks, resource }: Parts): void {
  registry.handle(listReadingVersions, ({ params }, context) => edits.versions(context, params));
  registry.handle(saveReading, ({ params, body }, context) => edits.save(context, params, body));
  registry.handle(restoreReading, ({ params, body }, context) => edits.restore(context, params, body.baseId));
  registry.handle(checkReading, ({ params, body }, context) => edits.check(context, params, body));
  registry.handle(getReadingDraft, ({ params }, context) => drafts.get(context, params));
  registry.handle(putReadingDraft, ({ params, body }, context) => drafts.put(context, params, body));
  registry.handle(takeReadingDraft, ({ params, body }, context) => drafts.takeOver(context, params, body));
  registry.handle(discardReadingDraft, async ({ params, query }, context) => {
    await drafts.discard(context, params, query);
    return null;
  });
  // Each text of a resource is edited by itself, and apart from what the resource says of itself.
  const texts = new Map(
    readingSources.map((source) => {
      const { type } = draftedText({ id: '', source });
      return [source, { ...resource, detail: { ...resource.detail, type } } satisfies DetailSource];
    }),
  );
  const lockOf = (source: (typeof readingSources)[number]) => texts.get(source) ?? resource;
  registry.handle(getReadingLock, ({ params: { id, source }, query }, context) =>
    locks.get(context, lockOf(source), { id, window: query.window }),
  );
  registry.handle(takeReadingLock, ({ params: { id, source }, body }, context) =>
    locks.take(context, lockOf(source), { id, window: body.window }),
  );
  registry.handle(releaseReadingLock, async ({ params: { id, source }, query }, context) => {
    await locks.release(context, lockOf(source), { id, window: query.window });
    return null;
  });
}
