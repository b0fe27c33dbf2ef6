import { readingPages } from '@lectern/contract/features/reading-edit.ts';
import { findReadable, lockEditable, mayEdit } from '../resource/public.ts';
import type { TextAccess } from './text-access.ts';
/** Texts share the rights of their resource, on the pages where they are edited. */
export const textRights: Pick<ConstructorParameters<typeof TextAccess>[0], 'requireReadable' | 'requireEditable'> = {
  async requireReadable(executor, principal, { id, source }) {
    const pages = readingPages[source];
    return { mayEdit: mayEdit(principal, await findReadable(executor, principal, id, pages), pages) };
  },
  async requireEditable(transaction, context, { id, source }) {
    await lockEditable(transaction, context, id, readingPages[source]);
  },
};
