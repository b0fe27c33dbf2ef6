import { exportReading, getReading, listReadings, type ReadingSource } from '@lectern/contract/features/reading.ts';
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
import { resourceDetail } from '@lectern/contract/features/resource-detail.ts';
import { AppError } from '../../platform/app-error.ts';
import type { DetailSource } from '../../platform/detail/detail-source.ts';
import { disposition } from '../../platform/http/content-disposition.ts';
import type { EndpointRegistry } from '../../platform/http/endpoint-registry.ts';
import type { EditLockService } from '../edit-lock/public.ts';
import type { ReadingService } from './reading.service.ts';
import type { ReadingDraftService } from './reading-draft.service.ts';
import type { ReadingEditService } from './reading-edit.service.ts';
import { draftedText, type TextAccess } from './text-access.ts';

export function registerReadings(registry: EndpointRegistry, readings: ReadingService): void {
  registry.handle(listReadings, ({ params }, context) => readings.list(context, params.id));
  registry.handle(getReading, ({ params, query }, context) => readings.get(context, params, query));
  registry.handleStream(exportReading, async ({ params, query }, context, { request, reply }) => {
    const { title, file, stream } = await readings.open(context, params, query);
    reply.headers({
      'content-type': file.contentType,
      'content-disposition': disposition('attachment', `${title}.${file.extension}`),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    return request.method === 'HEAD' ? reply.send() : reply.send(stream());
  });
}

type Dependencies = {
  edits: ReadingEditService;
  drafts: ReadingDraftService;
  locks: EditLockService;
  access: TextAccess;
};

export function registerReadingEdits(registry: EndpointRegistry, { edits, drafts, locks, access }: Dependencies): void {
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
  // Each text of a resource has its own edit lock, separate from that of the metadata.
  const lockOf = (source: ReadingSource) => lockedText(access, source);
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

/** Connects a text to edit locks. */
function lockedText(access: TextAccess, source: ReadingSource): DetailSource {
  return {
    detail: { ...resourceDetail, type: draftedText({ id: '', source }).type },
    find: async (db, principal, id) => ({
      version: 0,
      mayEdit: await access.mayEdit(db, principal, { id, source }),
      values: {},
    }),
    change: () => Promise.reject(new AppError('nothingToRevert')),
  };
}
