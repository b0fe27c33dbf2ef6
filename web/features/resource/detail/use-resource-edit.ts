import {
  getResource,
  listLibraryResources,
  listMyResources,
  listResources,
  type ResourceDetailView,
  updateResource,
} from '@lectern/contract/features/resource.ts';
import { listResourceActivity, resourceDetailEndpoints } from '@lectern/contract/features/resource-detail.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditing } from '../../../components/detail/use-editing.ts';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryKeyOf } from '../../../lib/queries.ts';
import { bodyOf, problemsOf, valuesOf } from './resource-values.ts';

/** Edit state of a resource: takes the edit lock, checks the version, and keeps edits through conflicts. */
export function useResourceEdit(resource: ResourceDetailView, refresh: () => Promise<unknown>) {
  const texts = useTexts();
  const client = useQueryClient();
  const form = useDetailForm({
    id: resource.id,
    stored: valuesOf(resource),
    check: (values) => problemsOf(values, texts),
    reload: refresh,
    save: async (values, changed) => {
      const body = { ...bodyOf(values, changed), version: resource.version };
      const saved = await call(updateResource, { params: { id: resource.id }, body }, { quiet: true });
      client.setQueryData(queryKeyOf(getResource, { params: { id: resource.id } }), saved);
      const stale = [listResources, listMyResources, listLibraryResources, listResourceActivity];
      void client.invalidateQueries({ predicate: isAnswerOf(stale) });
      notify({ level: 'success', title: fillText(texts.resourceDetail.saved, { title: saved.title }) });
    },
  });
  const edit = useEditing({
    calls: resourceDetailEndpoints,
    id: resource.id,
    form,
    mayEdit: resource.mayEdit,
    reload: refresh,
  });
  return edit;
}
export type ResourceEdit = ReturnType<typeof useResourceEdit>;
