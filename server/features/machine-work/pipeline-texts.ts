import type { StepKind } from '@lectern/contract/features/job.ts';
import type { ReadingSource } from '@lectern/contract/features/reading.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { ReadingService } from '../reading/public.ts';
import { copyUndrawn } from './page-drawing.repository.ts';
import type { PipelineTexts } from './pipeline.service.ts';
import type { NoteCheck } from './work-change.service.ts';
/** How another feature handles the texts of its steps. */
export type StepTexts = {
  /** Called when a version is copied. */
  copy: PipelineTexts['copy'];
  /** Called when a step's text no longer counts, by step. */
  retract: Partial<Record<StepKind, (transaction: Executor, resourceId: string) => Promise<void>>>;
};

const sourceOf: Partial<Record<StepKind, ReadingSource>> = { convert: 'document', ocr: 'ocr', asr: 'speech' };

/** Keeps readings and the texts of other features' steps consistent with the pipeline. */
export function pipelineTexts(readings: ReadingService, others: readonly StepTexts[]): PipelineTexts {
  return {
    copy: async (transaction, wanted) => {
      await readings.copy(transaction, wanted);
      await copyUndrawn(transaction, wanted);
      for (const { copy } of others) await copy(transaction, wanted);
    },
    supersede: (transaction, version) => readings.supersede(transaction, version),
    retract: async (transaction, version, kind) => {
      const source = sourceOf[kind];
      if (source) await readings.retract(transaction, { ...version, source });
      for (const { retract } of others) await retract[kind]?.(transaction, version.resourceId);
    },
    settle: (transaction, version, kinds) =>
      readings.settle(
        transaction,
        version,
        kinds.flatMap((kind) => sourceOf[kind] ?? []),
      ),
  };
}

/** Checking a step marks the reading it created as checked. */
export function noteCheckOf(readings: ReadingService): NoteCheck {
  return async (transaction, { principal }, { versionId, kind, isChecked }) => {
    const source = sourceOf[kind];
    const checkedBy = isChecked ? principal.userId : null;
    if (source) await readings.noteCheck(transaction, { versionId, source, checkedBy });
  };
}
