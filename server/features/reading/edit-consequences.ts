import type { StepKind } from '@lectern/contract/features/job.ts';
import type { ReadingSource } from '@lectern/contract/features/reading.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { updateCheckOf } from '../../platform/queue/version-jobs.ts';
import type { PipelineService } from '../machine-work/public.ts';
import type { ReadingEditService } from './reading-edit.service.ts';

type EditPorts = ConstructorParameters<typeof ReadingEditService>[0];

/** The step that reads each kind of text. */
export const stepOfSource: Record<ReadingSource, StepKind> = { document: 'convert', ocr: 'ocr', speech: 'asr' };

/** The step that people check when they edit a text; documents are not edited. */
const checkedStep = { document: null, ocr: 'ocr', speech: 'asr' } as const;

/** What an edit means for the machine's work. */
export function machineSide(pipeline: () => Pick<PipelineService, 'follow'>): Pick<EditPorts, 'noteWork' | 'follow'> {
  return {
    async noteWork(transaction, { source, ...note }) {
      const kind = checkedStep[source];
      if (kind) await updateCheckOf(transaction, { ...note, kind });
    },
    async follow(transaction, { source, ...version }) {
      const kind = checkedStep[source];
      if (kind) await pipeline().follow(transaction, version, kind);
    },
  };
}

/** Subtitles follow the transcript, and no other text. */
export function whenSpoken(
  transcriptChanged: (transaction: Executor, resourceId: string) => Promise<void>,
): EditPorts['textChanged'] {
  return async (transaction, { id, source }) => {
    if (source === 'speech') await transcriptChanged(transaction, id);
  };
}

/** Open windows of the owner and of the person who edits ask again. */
export function announceEdit(publisher: EventPublisher): EditPorts['announce'] {
  return async (transaction, { id, owner_id: ownerId }, actorId) => {
    for (const userId of new Set([ownerId, actorId])) {
      await publisher.publish(transaction, userId, { topic: 'resource', id });
    }
  };
}
