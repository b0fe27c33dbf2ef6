import type { SubtitleMove } from '@lectern/contract/features/subtitle.ts';
import type { OperationAction } from '../../../platform/operation/operation-action.ts';
import { needsConsent, stateAfter } from '../subtitle.policy.ts';
import { findRemovedTrack, findTrack, listTracks } from '../subtitle.repository.ts';
import type { SubtitleChangeService } from '../subtitle-change.service.ts';
import type { TrackRecord } from '../subtitle-record.ts';
import { type Doing, type SkipReason, subtitleAction, type Take } from './subtitle-action.ts';

type Parts = {
  changes: SubtitleChangeService;
  take: Take;
  /** Has the machine make subtitles of the version; answers whether it is at it already. */
  run(doing: Doing): Promise<'asked' | 'inWork'>;
};
type Before = { id: string; state: TrackRecord['state']; checkedAt: string | null; version: number }[];

/** Everything one does to the subtitles of many videos. */
export function subtitleActions({ changes, take, run }: Parts): OperationAction[] {
  const moved = (id: 'check' | 'publish' | 'unpublish', move: SubtitleMove) =>
    subtitleAction(take, id, {
      apply: async (doing, input) => {
        const tracks = await tracksOf(doing, input.language);
        const accepts = 'acceptOutOfDate' in input && input.acceptOutOfDate;
        if (!accepts && tracks.some((track) => needsConsent(track, move))) return 'outOfDate';
        const before: Before = [];
        for (const track of tracks.filter((one) => stateAfter(one, move))) {
          const after = await changes.move(doing.transaction, doing.actor, doing.resource, track, move);
          before.push({ ...stateOf(track), version: after.version });
        }
        return before.length > 0 ? { before } : 'nothingToDo';
      },
      undo: (doing, before) =>
        onEach(doing, before as Before, findTrack, (track, { state, checkedAt }) =>
          changes.putBack(doing.transaction, doing.actor, track, { state, checked_at: checkedAt }),
        ),
    });
  return [
    subtitleAction(take, 'runMissing', {
      ability: 'editor',
      apply: async (doing) => {
        if ((await tracksOf(doing, undefined)).length > 0) return 'hasSubtitles';
        return (await run(doing)) === 'asked' ? { before: null } : 'inWork';
      },
    }),
    subtitleAction(take, 'run', {
      ability: 'editor',
      apply: async (doing) => ((await run(doing)) === 'asked' ? { before: null } : 'inWork'),
    }),
    moved('check', 'check'),
    moved('publish', 'publish'),
    moved('unpublish', 'unpublish'),
    subtitleAction(take, 'delete', {
      apply: async (doing, { language }) => {
        const { transaction, actor, resource } = doing;
        const before: Before = [];
        for (const { id } of await tracksOf(doing, language)) {
          // Removing the one before may have changed it: players begin with another.
          const track = await findTrack(transaction, id);
          if (!track) continue;
          await changes.remove(transaction, actor, resource, track);
          before.push({ ...stateOf(track), version: track.version + 1 });
        }
        return before.length > 0 ? { before } : 'nothingToDo';
      },
      undo: (doing, before) =>
        onEach(doing, before as Before, findRemovedTrack, async (track) => {
          await changes.bringBack(doing.transaction, doing.actor, track);
        }),
    }),
  ];
}

async function tracksOf({ transaction, resource }: Doing, language: string | undefined): Promise<TrackRecord[]> {
  const tracks = await listTracks(transaction, resource.id);
  return tracks.filter((track) => !language || track.language === language);
}

function stateOf({ id, state, checked_at: at }: TrackRecord): Omit<Before[number], 'version'> {
  return { id, state, checkedAt: at === null ? null : new Date(at).toISOString() };
}

/** Tracks that somebody has changed since stay as they are. */
async function onEach(
  { transaction }: Doing,
  before: Before,
  find: typeof findTrack,
  act: (track: TrackRecord, was: Before[number]) => Promise<void>,
): Promise<SkipReason | undefined> {
  let done = 0;
  for (const was of before) {
    const track = await find(transaction, was.id);
    if (track?.version !== was.version) continue;
    await act(track, was);
    done += 1;
  }
  return done > 0 ? undefined : 'changedSince';
}
