import { type SubtitleAction, subtitleActionInputs, subtitleList } from '@lectern/contract/features/subtitle.ts';
import type { Language, Words } from '@lectern/contract/language.ts';
import type { z } from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../../platform/operation/operation-action.ts';
import type { EditedResource } from '../subtitle-command.service.ts';

export const skipTexts = {
  nothingToDo: { en: 'It has no subtitles for that.', zh: '没有可处理的字幕。' },
  changedSince: { en: 'Changed by someone since.', zh: '之后已被他人修改。' },
  hasSubtitles: { en: 'It has subtitles already.', zh: '已有字幕。' },
  outOfDate: {
    en: 'The transcript or the video has changed since its subtitles were made.',
    zh: '字幕生成后，转写稿或视频已有改动。',
  },
  inWork: { en: 'They are being made already.', zh: '正在生成中。' },
} as const satisfies Record<string, Words>;
export type SkipReason = keyof typeof skipTexts;

export type Doing = { transaction: Executor; actor: SignedInContext; resource: EditedResource };
type InputOf<Id extends SubtitleAction> = z.output<(typeof subtitleActionInputs)[Id]>;
export type Deed<Input> = {
  ability?: 'editor';
  /** What Undo needs; or why there was nothing to do. */
  apply(doing: Doing, input: Input): Promise<{ before: unknown } | SkipReason>;
  undo?(doing: Doing, before: unknown): Promise<SkipReason | undefined>;
};
export type Take = (transaction: Executor, context: SignedInContext, id: string) => Promise<EditedResource>;

/** An action on the subtitles of one video, which is locked. A refusal becomes a skip that names the video. */
export function subtitleAction<Id extends SubtitleAction>(
  take: Take,
  id: Id,
  deed: Deed<InputOf<Id>>,
): OperationAction {
  const { undo } = deed;
  return defineAction<InputOf<Id>>({
    id,
    list: subtitleList.id,
    page: subtitleList.page,
    ...(deed.ability && { ability: deed.ability }),
    input: subtitleActionInputs[id] as unknown as z.ZodType<InputOf<Id>>,
    undoable: undo !== undefined,
    apply: async (transaction, objectId, input, actor) => {
      const resource = await take(transaction, actor, objectId);
      return outcomeOf(resource.title, actor.language, () => deed.apply({ transaction, actor, resource }, input));
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
    if (typeof done === 'string') return { label, state: 'skipped', reason: skipTexts[done][language] };
    // Tracks have versions of their own: what Undo needs tells them.
    return { label, state: 'done', before: done.before, version: 0 };
  } catch (error) {
    if (error instanceof AppError) return { label, state: 'skipped', reason: error.messageIn(language) };
    throw error;
  }
}
