import { previewChanges, type ResourceChanges } from '@lectern/contract/features/resource-action.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../lib/api-client.ts';
import type { ApiError } from '../../../../lib/api-error.ts';
import type { CallOutput } from '../../../../lib/callable.ts';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { ErrorPanel } from '../../../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../skeleton.tsx';
import { Status } from '../../../status.tsx';
import { currentLanguageNames } from '../current-language-names.ts';
import type { ResourceTarget } from '../resource-dialog.ts';
import '../../../table.css';

export type ChangePreview = CallOutput<typeof previewChanges>;

/** What the edit would do, counted by the server. */
export function useChangePreview({ list, selection }: ResourceTarget, changes: ResourceChanges | null) {
  return useQuery<ChangePreview, ApiError>({
    queryKey: ['resource.previewChanges', list, selection, changes],
    queryFn: ({ signal }) =>
      call(previewChanges, { body: { list, selection, changes: changes ?? {} } }, { quiet: true, signal }),
    enabled: changes !== null,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

type Props = { preview: ReturnType<typeof useChangePreview> };

/** How many change, stay and are refused, and some of them before and after. */
export function EditPreview({ preview }: Props) {
  const texts = useTexts();
  const { resourceDeeds } = texts;
  const words = resourceDeeds.edit;
  const { number } = useFormat();
  if (preview.error) return <ErrorPanel error={preview.error} onRetry={() => void preview.refetch()} />;
  const { data } = preview;
  if (!data)
    return (
      <SkeletonRegion className="edit-preview">
        <Skeleton width="60%" />
        <Skeleton height={120} />
      </SkeletonRegion>
    );
  return (
    <div className="edit-preview">
      <p className="edit-preview-counts" role="status">
        <Status tone={data.changed > 0 ? 'info' : 'idle'}>
          {data.changed > 0 ? fillText(words.changed, { count: number(data.changed) }) : words.nothing}
        </Status>
        {data.same > 0 && <Status tone="idle">{fillText(words.same, { count: number(data.same) })}</Status>}
        {data.refused > 0 && <Status tone="warn">{fillText(words.refused, { count: number(data.refused) })}</Status>}
      </p>
      {data.samples.length > 0 && (
        <table className="table edit-preview-samples">
          <thead>
            <tr>
              <th scope="col">{words.field}</th>
              <th scope="col">{words.before}</th>
              <th scope="col">{words.after}</th>
            </tr>
          </thead>
          {data.samples.map((sample) => (
            <tbody key={sample.id}>
              <tr>
                <th scope="rowgroup" colSpan={3}>
                  {sample.title}
                </th>
              </tr>
              {sample.changes.map(({ field, before, after }) => (
                <tr key={field}>
                  <td>{fieldName(field, texts)}</td>
                  <td>{valueWords(field, before, texts)}</td>
                  <td>
                    <ins>{valueWords(field, after, texts)}</ins>
                  </td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      )}
    </div>
  );
}

const names: Record<string, string> = { subjectId: 'subject', tagIds: 'tags' };

function fieldName(field: string, { resource }: Texts): string {
  return (resource.fields as Record<string, string>)[names[field] ?? field] ?? field;
}

/** Codes as people know them. */
function valueWords(field: string, value: string | null, { resource }: Texts): string {
  if (!value) return resource.noValue;
  const codes: Record<string, Record<string, string>> = {
    licence: resource.licences,
    visibility: resource.visibilities,
    language: currentLanguageNames(),
  };
  return codes[field]?.[value] ?? value;
}
