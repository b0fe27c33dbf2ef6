import type { BodyOf, OutputOf } from '@lectern/contract/endpoint.ts';
import type { EditedPart, getReadingDraft, putReadingDraft } from '@lectern/contract/features/reading-edit.ts';
import type { TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Db, Executor } from '../../platform/db/database.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import type { TextDraftService } from '../text-draft/public.ts';
import { noSuchPart } from './edited-parts.ts';
import { findReadingBase, listPartNumbers } from './reading-edit.repository.ts';
import { draftedText, named, type Text, type TextAccess } from './text-access.ts';

type Dependencies = { db: Db; access: TextAccess; drafts: TextDraftService };
type Known = { window: string; version: number };

/** Unsaved edits to readings. */
export class ReadingDraftService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async get({ principal }: SignedInContext, text: Text): Promise<OutputOf<typeof getReadingDraft>> {
    const { db, access, drafts } = this.#dependencies;
    if (!(await access.mayEdit(db, principal, text))) return null;
    return drafts.find<EditedPart>(db, principal, draftedText(text));
  }

  put(context: SignedInContext, text: Text, body: BodyOf<typeof putReadingDraft>): Promise<TextDraftInfo> {
    return this.#onDraft(context, text, async (transaction) => {
      const base = await findReadingBase(transaction, { ...named(text), readingId: body.baseId });
      if (!base) throw new AppError('notFound');
      const numbers = body.parts.map(({ number }) => number);
      const known = new Set(await listPartNumbers(transaction, base.id, numbers));
      const unknown = numbers.find((number) => !known.has(number));
      if (unknown !== undefined) throw noSuchPart(unknown);
      return this.#dependencies.drafts.put(transaction, context, draftedText(text), body);
    });
  }

  takeOver(context: SignedInContext, text: Text, known: Known): Promise<TextDraftInfo> {
    const { drafts } = this.#dependencies;
    return this.#onDraft(context, text, (transaction) =>
      drafts.takeOver(transaction, context, draftedText(text), known),
    );
  }

  discard(context: SignedInContext, text: Text, known: Known): Promise<void> {
    const { drafts } = this.#dependencies;
    return this.#onDraft(context, text, (transaction) =>
      drafts.discard(transaction, context, draftedText(text), known),
    );
  }

  #onDraft<T>(context: SignedInContext, text: Text, act: (transaction: Executor) => Promise<T>): Promise<T> {
    return this.#dependencies.db.transaction().execute(async (transaction) => {
      await this.#dependencies.access.requireEditable(transaction, context, text);
      return act(transaction);
    });
  }
}
