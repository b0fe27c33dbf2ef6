import type { StepKind } from '@lectern/contract/features/job.ts';
import type { ReadingSource } from '@lectern/contract/features/reading.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { EventPublisher } from '../../platform/events/event-publisher.ts';
import { updateCheckOf } from '../../platform/queue/version-jobs.ts';
import type { PipelineService } from '../machine-work/public.ts';
import type { ReadingEditService } from './reading-edit.service.ts';

type EditPorts = ConstructorParameters<typeof ReadingEditService>[0];

/** The step that produces each text source. */
export const stepOfSource: Record<ReadingSource, StepKind> = { document: 'convert', ocr: 'ocr', speech: 'asr' };

/** The step whose check an edit affects; document text is not editable. */
const checkedStep = { document: null, ocr: 'ocr', speech: 'asr' } as const;

/** Updates machine work after an edit. */
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

/** Only transcript changes affect subtitles. */
export function whenSpoken(
  transcriptChanged: (transaction: Executor, resourceId: string) => Promise<void>,
): EditPorts['textChanged'] {
  return async (transaction, { id, source }) => {
    if (source === 'speech') await transcriptChanged(transaction, id);
  };
}

/** Makes open windows of the owner and the editor reload. */
export function announceEdit(publisher: EventPublisher): EditPorts['announce'] {
  return (transaction, { id, owner_id: ownerId }, actorId) =>
    publisher.publishTo(transaction, [ownerId, actorId], { topic: 'resource', id });
}
