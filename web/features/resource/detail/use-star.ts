import { addFavourite, removeFavourite } from '@lectern/contract/features/favourite.ts';
import {
  getResource,
  listLibraryResources,
  listMyResources,
  listResources,
  type ResourceDetailView,
} from '@lectern/contract/features/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { queryKeyOf, useMutationOf } from '../../../lib/queries.ts';

/** Stars a resource, or takes the star off: shown at once, and taken back when it is refused. */
export function useStar(resource: ResourceDetailView): () => void {
  const client = useQueryClient();
  const invalidates = [listResources, listMyResources, listLibraryResources];
  const add = useMutationOf(addFavourite, { invalidates });
  const remove = useMutationOf(removeFavourite, { invalidates });
  const { id, starred } = resource;
  const show = (value: boolean) =>
    client.setQueryData<ResourceDetailView>(
      queryKeyOf(getResource, { params: { id } }),
      (known) => known && { ...known, starred: value },
    );
  return () => {
    show(!starred);
    const onError = () => void show(starred);
    if (starred) remove.mutate({ params: { id } }, { onError });
    else add.mutate({ params: { id }, body: { folderId: null } }, { onError });
  };
}
