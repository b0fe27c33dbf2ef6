import { type ApplyGlossaryInput, applyGlossaryInput } from '@lectern/contract/features/glossary.ts';
import { asrList } from '@lectern/contract/features/machine-work.ts';
import type { ReadingPart } from '@lectern/contract/features/reading.ts';
import type { Language } from '@lectern/contract/language.ts';
import { AppError } from '../../../platform/app-error.ts';
import type { Executor } from '../../../platform/db/database.ts';
import type { SignedInContext } from '../../../platform/http/request-context.ts';
import { defineAction, type ItemOutcome, type OperationAction } from '../../../platform/operation/operation-action.ts';
import type { ReadingEditService } from '../../reading/reading-edit.service.ts';
import { correctParts } from '../correct-parts.ts';
import { findTranscript, type Transcript } from './transcript.repository.ts';

const skipTexts = {
  notThere: { en: 'The term is not in it any more.', zh: '其中已没有此术语。' },
  changedSince: { en: 'Its text changed since the preview.', zh: '预览之后文本已更改。' },
  changedAfter: { en: 'Changed by someone since.', zh: '之后已被他人修改。' },
} as const satisfies Record<string, Record<Language, string>>;

type Parts = {
  edits: Pick<ReadingEditService, 'write' | 'putBack'>;
  /** The name of somebody who edits it right now. */
  editorOf(db: Executor, resourceId: string): Promise<string | undefined>;
};
type Done = { from: string; to: string };

/** Replaces a term in transcripts that were previewed: a version each, which Undo puts back. */
export function applyGlossaryAction({ edits, editorOf }: Parts): OperationAction {
  return defineAction<ApplyGlossaryInput>({
    id: 'applyGlossary',
    list: asrList.id,
    page: asrList.page,
    input: applyGlossaryInput,
    undoable: true,
    async apply(transaction, objectId, { rule, readingIds, leaveOut }, actor) {
      const transcript = await requireFree(transaction, objectId, editorOf);
      const { reading_id: baseId, resource_id: id } = transcript;
      if (!readingIds.includes(baseId)) return skipped(transcript, 'changedSince', actor);
      const left = new Set(leaveOut.filter((one) => one.readingId === baseId).flatMap(({ ordinals }) => ordinals));
      const options = { glossary: [{ wrong: rule.wrong, right: rule.right }] };
      const edit = (parts: ReadingPart[]) => {
        const corrected = correctParts(parts, rule, left);
        return corrected.count > 0 ? corrected.parts : undefined;
      };
      const text = { id, source: 'speech' } as const;
      const saved = await edits.write(transaction, actor, text, { baseId, options, edit });
      if (!saved) return skipped(transcript, 'notThere', actor);
      const before: Done = { from: baseId, to: saved.id };
      return { label: transcript.title, state: 'done', before, version: saved.number };
    },
    async undo(transaction, { objectId, before }, actor) {
      const transcript = await requireFree(transaction, objectId, editorOf);
      const { from, to } = before as Done;
      if (transcript.reading_id !== to) return skipped(transcript, 'changedAfter', actor);
      const text = { id: transcript.resource_id, source: 'speech' } as const;
      const saved = await edits.putBack(transaction, actor, text, { baseId: to, readingId: from });
      return { label: transcript.title, state: 'done', before: { from: to, to: saved.id }, version: saved.number };
    },
  });
}

/** Whoever edits it would find another text than the one they began with. */
async function requireFree(transaction: Executor, rowId: string, editorOf: Parts['editorOf']): Promise<Transcript> {
  const transcript = await findTranscript(transaction, rowId);
  if (!transcript) throw new AppError('notFound');
  const person = await editorOf(transaction, transcript.resource_id);
  if (person !== undefined) throw new AppError('editedByOther', { params: { person } });
  return transcript;
}

function skipped({ title }: Transcript, reason: keyof typeof skipTexts, { language }: SignedInContext): ItemOutcome {
  return { label: title, state: 'skipped', reason: skipTexts[reason][language] };
}
