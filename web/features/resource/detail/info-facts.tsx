import { type ResourceDetailView, resourceList } from '@lectern/contract/features/resource.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { useFormat } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';

/** Where it is, whose it is, and since when; each leads to the others like it. */
export function InfoFacts({ resource }: { resource: ResourceDetailView }) {
  const { resourceDetail, words } = useTexts();
  const format = useFormat();
  const { library, folder, owner, department, columns } = resource;
  const filter = (name: string, id: string, label: string) => (
    <AppLink to={`${resourceList.page}?${new URLSearchParams({ [name]: id })}`}>{label}</AppLink>
  );
  return (
    <FactList
      facts={[
        { label: resourceDetail.library, value: filter('library', library.id, library.name) },
        ...(folder ? [{ label: resourceDetail.folder, value: filter('folder', folder.id, folder.name) }] : []),
        { label: resourceDetail.owner, value: filter('owner', owner.id, owner.name) },
        ...(department
          ? [{ label: resourceDetail.department, value: filter('department', department.id, department.name) }]
          : []),
        {
          label: resourceDetail.columns,
          value:
            columns.length === 0
              ? words.none
              : columns.map(({ id, name }, at) => (
                  <span key={id}>
                    {at > 0 && ' · '}
                    {filter('column', id, name)}
                  </span>
                )),
        },
        { label: resourceDetail.added, value: format.dateTime(resource.createdAt) },
        ...(resource.createdBy ? [{ label: resourceDetail.addedBy, value: resource.createdBy.name }] : []),
        ...(resource.publishedAt
          ? [{ label: resourceDetail.published, value: format.dateTime(resource.publishedAt) }]
          : []),
      ]}
    />
  );
}
