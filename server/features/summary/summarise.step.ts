import { type SummaryOptions, summaryOptions } from '@lectern/contract/features/summary-options.ts';
import { lengthOf } from '../../engines/summary/words-of.ts';
import type { Executor } from '../../platform/db/database.ts';
import { newId } from '../../platform/new-id.ts';
import { JobSkipped } from '../../platform/queue/job-endings.ts';
import type { Step } from '../machine-work/public.ts';
import type { SettingsService } from '../settings/public.ts';
import { type Maker, makeSummary } from './make-summary.ts';
import { takesPlace } from './summary.policy.ts';
import { insertHead, lockHead } from './summary.repository.ts';
import type { SummaryChangeService } from './summary-change.service.ts';
import type { SourceText } from './summary-text.repository.ts';
import { findSourceText, hasWithheldText, isWaitingForScan } from './summary-text.repository.ts';

/** Scans a resource for sensitive words before its text is used. */
export type ScanFirst = (resourceId: string, signal: AbortSignal) => Promise<void>;
type Dependencies = Maker & {
  changes: SummaryChangeService;
  settings: Pick<SettingsService, 'current'>;
  scan: ScanFirst;
};

/** Shorter texts are not worth summarising. */
const leastWords = 20;

/** Summarises the text of a version. Waits for every reading step but requires none of them. */
export function summariseStep(dependencies: Dependencies): Step {
  const step: Step<SummaryOptions> = {
    kind: 'summarise',
    after: ['inspect', 'convert', 'ocr', 'asr'],
    needs: [],
    madeOf: ['convert', 'ocr', 'asr'],
    concurrency: 1,
    limitSeconds: 3600,
    concerns: () => true,
    options: summaryOptions,
    load: async () => async (given, tools) => {
      const { resourceId, id: versionId } = given.version;
      // Masked words must not reach the language model, so the scan has to be up to date first.
      if (await isWaitingForScan(tools.db, resourceId)) await dependencies.scan(resourceId, tools.signal);
      const text = await findSourceText(tools.db, resourceId, 'covered');
      const withdraw = (transaction: Executor) =>
        withdrawDrafts(transaction, dependencies.changes, { resourceId, versionId });
      if ((!text || !isEnough(text)) && (await hasWithheldText(tools.db, resourceId)))
        throw new JobSkipped('Check the transcript first.', 'textNotConfirmed', withdraw);
      if (!text || !isEnough(text)) throw new JobSkipped('There isn’t enough text to summarise.', 'noText', withdraw);
      const { summaryEngine, summarySentences } = await dependencies.settings.current();
      const made = await makeSummary(dependencies, text, {
        ...{ resourceId, requestedBy: given.job.requestedBy, options: given.options },
        usual: { engine: summaryEngine, sentences: summarySentences },
        ...{ signal: tools.signal, log: tools.log },
      });
      if (!made) throw new JobSkipped('There are no full sentences to summarise.', 'noSentences', withdraw);
      return {
        engine: made.engine,
        language: made.language,
        save: async (transaction) => {
          await insertHead(transaction, resourceId);
          const head = await lockHead(transaction, resourceId);
          // Discards a summary if the version was replaced in the meantime.
          if (!head || head.version_id !== versionId) return undefined;
          const current = takesPlace(head);
          await dependencies.changes.add(transaction, null, head, {
            ...{ id: newId(), resourceId, versionId, current, state: 'draft', ...made },
            ...{ options: given.options, hash: text.hash, createdBy: null },
          });
          return undefined;
        },
      };
    },
  };
  return step as unknown as Step;
}

/** Withdraws machine drafts nobody edited or approved, because their text is gone. */
async function withdrawDrafts(
  transaction: Executor,
  changes: SummaryChangeService,
  { resourceId, versionId }: { resourceId: string; versionId: string },
): Promise<void> {
  const head = await lockHead(transaction, resourceId);
  if (head?.version_id === versionId) await changes.withdrawDrafts(transaction, head);
}

function isEnough({ passages }: SourceText): boolean {
  let words = 0;
  for (const { text } of passages) {
    words += lengthOf(text);
    if (words >= leastWords) return true;
  }
  return false;
}
