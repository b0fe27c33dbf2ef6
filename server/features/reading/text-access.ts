import type { ReadingSource } from '@lectern/contract/features/reading.ts';
import { readingPages } from '@lectern/contract/features/reading-edit.ts';
import { AppError } from '../../platform/app-error.ts';
import type { Executor } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { findReadable, lockEditable, mayEdit } from '../resource/public.ts';
import { coversCurrent, type FindHidden } from '../review/public.ts';
import type { Drafted } from '../text-draft/public.ts';

export type Text = { id: string; source: ReadingSource };

type Judges = {
  /** Throws when this person may not read the resource. */
  requireReadable(db: Executor, principal: Principal, text: Text): Promise<{ mayEdit: boolean }>;
  /** Locks the resource; throws when this person may not change this text. */
  requireEditable(transaction: Executor, context: SignedInContext, text: Text): Promise<unknown>;
  /** The parts of the text that this person may not read. */
  hidden: FindHidden;
};

const types = { document: 'documentText', ocr: 'ocrText', speech: 'speechText' } as const;

/** The key of a text for edit locks and drafts. */
export function draftedText({ id, source }: Text): Drafted {
  return { type: types[source], id, resourceId: id };
}

export function named({ id, source }: Text): { resourceId: string; source: ReadingSource } {
  return { resourceId: id, source };
}

/** Who may change a text: requires its page, the data scope of its resource and no redactions. */
export class TextAccess {
  readonly #judges: Judges;

  constructor(judges: Judges) {
    this.#judges = judges;
  }

  async requireEditable(transaction: Executor, context: SignedInContext, text: Text): Promise<void> {
    await this.#judges.requireEditable(transaction, context, text);
    const hidden = await this.#judges.hidden(transaction, context.principal, named(text));
    // Otherwise saving would replace the original words with the redaction.
    if (coversCurrent(hidden)) throw new AppError('coveredForYou');
  }

  async mayEdit(db: Executor, principal: Principal, text: Text): Promise<boolean> {
    const { mayEdit } = await this.#judges.requireReadable(db, principal, text);
    return mayEdit && !coversCurrent(await this.#judges.hidden(db, principal, named(text)));
  }
}

/** Texts have the access rights of their resource, on the pages where they are edited. */
export const textRights: Pick<ConstructorParameters<typeof TextAccess>[0], 'requireReadable' | 'requireEditable'> = {
  async requireReadable(executor, principal, { id, source }) {
    const pages = readingPages[source];
    return { mayEdit: mayEdit(principal, await findReadable(executor, principal, id, pages), pages) };
  },
  async requireEditable(transaction, context, { id, source }) {
    await lockEditable(transaction, context, id, readingPages[source]);
  },
};
