import { recordActivity } from '../../platform/activity/record-activity.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { findHeardSpeech, listWorkOf, lockWithoutLanguage } from './pipeline.repository.ts';
import type { PipelineService } from './pipeline.service.ts';

type Pipeline = Pick<PipelineService, 'run' | 'follow'>;

/** After a library's default language is set: transcribes recordings that were waiting for a language. */
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
 * After a resource's language changes: transcribes its speech again and redoes what is based on it. Keeps texts edited
 * by people and transcripts already in this language. The caller must lock the resource's row.
 */
export async function recogniseAgain(
  transaction: Executor,
  context: SignedInContext,
  { resourceId, pipeline }: { resourceId: string; pipeline: Pipeline },
): Promise<void> {
  const heard = await findHeardSpeech(transaction, resourceId);
  if (!heard || heard.is_edited) return;
  const work = (await listWorkOf(transaction, heard.version_id)).find(({ kind }) => kind === 'asr');
  // Not requested, or waiting for an earlier step, which reads the language when it runs.
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
