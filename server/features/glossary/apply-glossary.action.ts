import {
  type ApplyGlossaryInput,
  applyGlossaryInput,
  type GlossaryRule,
  glossaryList,
  type ReplaceSource,
} from '@lectern/contract/features/glossary.ts';
import type { ReadingPart, ReadingSource } from '@lectern/contract/features/reading.ts';
import { readingPages } from '@lectern/contract/features/reading-edit.ts';
import { subtitlePages } from '@lectern/contract/features/subtitle.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { messagesIn } from '../../platform/messages.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../platform/operation/operation-action.ts';
import type { ReadingEditService, TextAccess } from '../reading/public.ts';
import { worksOn } from '../resource/public.ts';
import type { ReplacedCues, SubtitleReplaceService } from '../subtitle/public.ts';
import { correctCues, correctParts } from './correct-text.ts';
import { findReplaceableText, type ReplaceableText } from './replaceable-text.repository.ts';

type ReplacedText = { id: string; source: Exclude<ReadingSource, 'document'> };
type Dependencies = {
  readings: Pick<ReadingEditService, 'write' | 'putBack'>;
  subtitles: () => Pick<SubtitleReplaceService, 'replace' | 'putBack'>;
  mayEdit(db: Executor, context: SignedInContext, text: { id: string; source: ReplaceSource }): Promise<boolean>;
  /** Throws while someone is editing the text or has a draft of it. */
  requireFree(db: Executor, context: SignedInContext, text: ReplacedText): Promise<void>;
};
type Done = { from: string; to: string } | { cues: ReplacedCues };
type Target = { transaction: Executor; actor: SignedInContext; text: ReplaceableText };

/** Replaces a term in previewed texts. Each text gets a new version, which Undo reverts. */
export function applyGlossaryAction(parts: Dependencies): OperationAction {
  return defineAction<ApplyGlossaryInput>({
    id: 'applyGlossary',
    list: glossaryList.id,
    page: glossaryList.page,
    alsoOn: glossaryList.alsoOn ?? [],
    input: applyGlossaryInput,
    undoable: true,
    judgesObjects: true,
    async apply(transaction, versionId, { rule, leaveOut }, actor) {
      return on(parts, { transaction, actor, versionId }, async (target) => {
        if (target.text.text_id !== versionId) return 'changedSincePreview';
        const left = leaveOut.filter(({ textId }) => textId === versionId).flatMap(({ ordinals }) => ordinals);
        const done = await replace(parts, target, rule, new Set(left));
        return done ?? 'notThere';
      });
    },
    async undo(transaction, { objectId, before }, actor) {
      return on(parts, { transaction, actor, versionId: objectId }, (target) => putBack(parts, target, before as Done));
    },
  });
}

type Outcome = { before: Done; version: number } | keyof Messages['textWork']['glossary']['skipped'];

/** Texts that the person can't edit count as not found. Other refusals name the text. */
async function on(
  { mayEdit }: Dependencies,
  { transaction, actor, versionId }: { transaction: Executor; actor: SignedInContext; versionId: string },
  act: (target: Target) => Promise<Outcome>,
): Promise<ItemOutcome> {
  const text = await findReplaceableText(transaction, versionId);
  if (!text || !(await mayEdit(transaction, actor, { id: text.resource_id, source: text.source }))) {
    throw new AppError('notFound');
  }
  const { glossary } = messagesIn(actor.language).textWork;
  const label = `${text.title} · ${glossary.sources[text.source]}`;
  try {
    const outcome = await act({ transaction, actor, text });
    if (typeof outcome === 'string') return { label, state: 'skipped', reason: glossary.skipped[outcome] };
    return { label, state: 'done', ...outcome };
  } catch (error) {
    if (error instanceof AppError) return { label, state: 'skipped', reason: error.messageIn(actor.language) };
    throw error;
  }
}

async function replace(
  { readings, subtitles, requireFree }: Dependencies,
  { transaction, actor, text }: Target,
  rule: GlossaryRule,
  left: ReadonlySet<number>,
): Promise<Exclude<Outcome, string> | undefined> {
  const options = { glossary: [{ wrong: rule.wrong, right: rule.right }] };
  if (text.source === 'subtitle') {
    const edit = (cues: Cue[]) => {
      const corrected = correctCues(cues, rule, left);
      return corrected.count > 0 ? corrected.cues : undefined;
    };
    const cues = await subtitles().replace(transaction, actor, { textId: text.text_id, options, edit });
    return cues && { before: { cues }, version: cues.number };
  }
  const edit = (parts: ReadingPart[]) => {
    const corrected = correctParts(parts, rule, left);
    return corrected.count > 0 ? corrected.parts : undefined;
  };
  const named = { id: text.resource_id, source: text.source };
  await requireFree(transaction, actor, named);
  const saved = await readings.write(transaction, actor, named, { baseId: text.text_id, options, edit });
  return saved && { before: { from: text.text_id, to: saved.id }, version: saved.number };
}

async function putBack(parts: Dependencies, { transaction, actor, text }: Target, before: Done): Promise<Outcome> {
  const changed = 'cues' in before ? before.cues.to : before.to;
  if (text.text_id !== changed) return 'changedSince';
  if ('cues' in before) {
    return { before, version: await parts.subtitles().putBack(transaction, actor, before.cues) };
  }
  if (text.source === 'subtitle') return 'changedSince';
  const named = { id: text.resource_id, source: text.source };
  await parts.requireFree(transaction, actor, named);
  const saved = await parts.readings.putBack(transaction, actor, named, { baseId: before.to, readingId: before.from });
  return { before: { from: before.to, to: saved.id }, version: saved.number };
}

export type ReplaceableSubtitles = {
  replacing: SubtitleReplaceService;
  mayChange(db: Executor, principal: Principal, resourceId: string): Promise<boolean>;
};
type Text = { id: string; source: ReplaceSource };

const pages = { ...readingPages, subtitle: subtitlePages };

/** Whether this person may work on texts of this kind at all. */
export function worksOnTexts(principal: Principal, source: ReplaceSource): boolean {
  return worksOn(principal, pages[source]);
}

/** Replacing a term needs the same permission as editing the text by hand. */
export function mayEditText({ access, subtitles }: { access: TextAccess; subtitles: () => ReplaceableSubtitles }) {
  return (executor: Executor, principal: Principal, { id, source }: Text): Promise<boolean> =>
    source === 'subtitle'
      ? subtitles().mayChange(executor, principal, id)
      : access.mayEdit(executor, principal, { id, source });
}
