import {
  type SubtitleAction,
  type SubtitleMove,
  subtitleActionInputs,
  subtitleList,
} from '@lectern/contract/features/subtitle.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import type { z } from 'zod';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import { needsConsent, stateAfter } from './subtitle.policy.ts';
import type { TrackRecord } from './subtitle.presenter.ts';
import { findRemovedTrack, findTrack, listTracks } from './subtitle.repository.ts';
import type { SubtitleChangeService } from './subtitle-change.service.ts';
import type { EditedResource } from './subtitle-command.service.ts';

type Dependencies = {
  changes: SubtitleChangeService;
  take: Take;
  /** Queues machine subtitles for the video; `inWork` if that step is already open. */
  run(doing: Doing): Promise<'asked' | 'inWork'>;
};
type Before = { id: string; state: TrackRecord['state']; checkedAt: string | null; version: number }[];

/** The bulk actions of the subtitle list. */
export function subtitleActions({ changes, take, run }: Dependencies): OperationAction[] {
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
          // Re-read: removing the previous track may have made this one the default, which changes its version.
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

/** Skips tracks that changed since. */
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

type SkipReason = keyof Messages['subtitle']['skipped'];

type Doing = { transaction: Executor; actor: SignedInContext; resource: EditedResource };
type InputOf<Id extends SubtitleAction> = z.output<(typeof subtitleActionInputs)[Id]>;
type SubtitleActionDefinition<Input> = {
  ability?: 'editor';
  /** Returns what Undo needs, or why there was nothing to do. */
  apply(doing: Doing, input: Input): Promise<{ before: unknown } | SkipReason>;
  undo?(doing: Doing, before: unknown): Promise<SkipReason | undefined>;
};
type Take = (transaction: Executor, context: SignedInContext, id: string) => Promise<EditedResource>;

/** An action on the subtitles of one locked video. A refusal becomes a skip that names the video. */
function subtitleAction<Id extends SubtitleAction>(
  take: Take,
  id: Id,
  definition: SubtitleActionDefinition<InputOf<Id>>,
): OperationAction {
  const { undo } = definition;
  return defineAction<InputOf<Id>>({
    id,
    list: subtitleList.id,
    page: subtitleList.page,
    ...(definition.ability && { ability: definition.ability }),
    input: subtitleActionInputs[id] as unknown as z.ZodType<InputOf<Id>>,
    undoable: undo !== undefined,
    apply: async (transaction, objectId, input, actor) => {
      const resource = await take(transaction, actor, objectId);
      return outcomeOf(resource.title, actor.language, () => definition.apply({ transaction, actor, resource }, input));
    },
    ...(undo && {
      undo: async (transaction, item, actor) => {
        const resource = await take(transaction, actor, item.objectId);
        return outcomeOf(resource.title, actor.language, async () => {
          const skip = await undo({ transaction, actor, resource }, item.before);
          return skip ?? { before: null };
        });
      },
    }),
  });
}

async function outcomeOf(
  label: string,
  language: Language,
  act: () => Promise<{ before: unknown } | SkipReason>,
): Promise<ItemOutcome> {
  try {
    const done = await act();
    if (typeof done === 'string')
      return { label, state: 'skipped', reason: messagesIn(language).subtitle.skipped[done] };
    // Undo checks the track versions kept in `before`, so the item itself needs none.
    return { label, state: 'done', before: done.before, version: 0 };
  } catch (error) {
    if (error instanceof AppError) return { label, state: 'skipped', reason: error.messageIn(language) };
    throw error;
  }
}
