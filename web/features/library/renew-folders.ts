import { listFolders, listLibraries } from '@lectern/contract/features/library.ts';
import { listLibraryResources } from '@lectern/contract/features/resource.ts';
import type { QueryClient } from '@tanstack/react-query';
import { isAnswerOf } from '../../lib/queries.ts';

/** Reading calls that a change of libraries and folders makes stale. */
export const changedByFolders = [listFolders, listLibraries, listLibraryResources];

export async function renewFolders(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: isAnswerOf(changedByFolders) });
}
