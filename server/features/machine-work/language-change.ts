import { recordActivity } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { findHeardSpeech, listWorkOf, lockWithoutLanguage } from './pipeline.repository.ts';
import type { PipelineService } from './pipeline.service.ts';

type Pipeline = Pick<PipelineService, 'run' | 'follow'>;

/** Someone set the default language of a library: recordings that waited for a language have one now. */
export async function recogniseWaiting(
  transaction: Executor,
  context: SignedInContext,
  { libraryId, pipeline }: { libraryId: string; pipeline: Pipeline },
): Promise<void> {
  for (const resourceId of await lockWithoutLanguage(transaction, libraryId)) {
    await recogniseAgain(transaction, context, { resourceId, pipeline });
  }
}

/**
 * Someone changed the language of a resource, whose row the caller holds: its speech is recognised again, with what is made
 * of it. A text that people edited stays, and so does one that is in this language already.
 */
export async function recogniseAgain(
  transaction: Executor,
  context: SignedInContext,
  { resourceId, pipeline }: { resourceId: string; pipeline: Pipeline },
): Promise<void> {
  const heard = await findHeardSpeech(transaction, resourceId);
  if (!heard || heard.is_edited) return;
  const work = (await listWorkOf(transaction, heard.version_id)).find(({ kind }) => kind === 'asr');
  // Not asked for, or held up by an earlier step: the language is looked up when its turn comes.
  if (!work || work.state === 'none' || work.state === 'cancelled' || work.state === 'pending') return;
  if (work.state === 'skipped' && work.started_at === null) return;
  const { language: chosen, ...options } = work.options;
  if (work.state === 'done' && heard.language !== null && heard.heard_in === heard.language) return;
  const version = { resourceId, versionId: heard.version_id };
  await pipeline.run(transaction, version, 'asr', { options, requestedBy: context.principal.userId });
  await pipeline.follow(transaction, version, 'asr');
  await recordActivity(transaction, context, {
    ...{ action: 'work.run', objectType: 'resource', objectId: resourceId },
    before: { language: chosen ?? heard.heard_in },
    after: { step: 'asr', language: heard.language },
  });
}
