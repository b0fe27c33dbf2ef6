import { getColumnEffects } from '@lectern/contract/features/column.ts';
import { useQuery } from '@tanstack/react-query';
import { AppLink } from '../../../components/app-link.tsx';
import { Banner } from '../../../components/banner.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';

/** What goes with a column, asked for anew each time. */
export function useEffects(id: string) {
  return useQuery({ ...queryOf(getColumnEffects, { params: { id } }, { quiet: true }), staleTime: 0 });
}

/** What would go with a column, and who would miss it. */
export function ColumnEffects({ id }: { id: string }) {
  const words = useTexts().column.dialog;
  const format = useFormat();
  const effects = useEffects(id);
  if (effects.isPending)
    return (
      <SkeletonRegion>
        <Skeleton width="80%" />
      </SkeletonRegion>
    );
  if (!effects.data) return <ErrorPanel error={effects.error} onRetry={() => void effects.refetch()} />;
  const { columns, resources, uses } = effects.data;
  const sentence = columns > 0 ? words.effects : resources > 0 ? words.effectsOne : words.effectsNone;
  return (
    <>
      <p>{fillText(sentence, { columns: format.number(columns), resources: format.number(resources) })}</p>
      {uses.length > 0 && (
        <Banner tone="warning" label={words.uses}>
          {words.uses}
          <ul className="column-dialog-uses">
            {uses.map((use) => (
              <li key={use.name}>{use.link ? <AppLink to={use.link}>{use.name}</AppLink> : use.name}</li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  );
}
