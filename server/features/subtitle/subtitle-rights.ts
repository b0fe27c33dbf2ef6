import { subtitlePages } from '@lectern/contract/features/subtitle.ts';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { findReadable, inScope, lockEditable, mayEdit } from '../resource/public.ts';
import { coversCurrent, findHiddenText } from '../review/public.ts';
import { coverCues } from './subtitle.policy.ts';
import { listCurrentCues, listTracks } from './subtitle.repository.ts';
import type { CommandDependencies } from './subtitle-command.service.ts';
import type { ViewDependencies } from './subtitle-view.service.ts';
/** People with the video in their data scope manage its subtitles, even without access to the resource pages. */
export const requireReadable: ViewDependencies['requireReadable'] = async (db, principal, id) => {
  const resource = await findReadable(db, principal, id, subtitlePages);
  const { rows } = await sql<{ seconds: number | null; kept: boolean }>`
    select duration_seconds as seconds, coalesce(${inScope(principal)}, false) as kept
    from resources where id = ${id}`.execute(db);
  return {
    title: resource.title,
    durationSeconds: rows[0]?.seconds ?? null,
    isKept: rows[0]?.kept === true || resource.owner_id === principal.userId,
    mayEdit: mayEdit(principal, resource, subtitlePages),
    isBlocked: resource.state === 'blocked',
  };
};

export const requireEditable: CommandDependencies['requireEditable'] = (transaction, context, id) =>
  lockEditable(transaction, context, id, subtitlePages);

/** Saving tracks that are partly redacted for this person would overwrite the redacted words. */
export const requireUncovered: CommandDependencies['requireUncovered'] = async (
  transaction,
  { principal },
  resourceId,
) => {
  if (!(await isUncovered(transaction, principal, resourceId))) throw new AppError('coveredForYou');
};

/** The same check for the transcript that tracks are updated from. */
export async function requireUncoveredSpeech(
  executor: Executor,
  { principal }: SignedInContext,
  resourceId: string,
): Promise<void> {
  const hidden = await findHiddenText(executor, principal, { resourceId, source: 'speech' });
  if (coversCurrent(hidden)) throw new AppError('coveredForYou');
}

/** Whether this person may change the video's tracks and sees all of their text. */
export async function mayChangeSubtitles(
  executor: Executor,
  principal: Principal,
  resourceId: string,
): Promise<boolean> {
  const { isKept, mayEdit: editable } = await requireReadable(executor, principal, resourceId);
  return isKept && editable && (await isUncovered(executor, principal, resourceId));
}

async function isUncovered(db: Executor, principal: Principal, resourceId: string): Promise<boolean> {
  const hidden = await findHiddenText(db, principal, { resourceId, source: 'subtitle' });
  if (!hidden.whole && hidden.words.length === 0) return true;
  const tracks = await listTracks(db, resourceId);
  const texts = await listCurrentCues(
    db,
    tracks.map(({ id }) => id),
  );
  return ![...texts.values()].some((cues) => coverCues(cues, hidden).masked);
}
