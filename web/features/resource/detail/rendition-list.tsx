import { apiBase } from '@lectern/contract/constants.ts';
import { listRenditions, type Rendition } from '@lectern/contract/features/reading.ts';
import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';

/** Pages are told of so many at a time. */
const pagesAtOnce = 100;

/** Files that machines made from the current one: what they are for, how large, and a look at each. */
export function RenditionList({ id }: { id: string }) {
  const { reading } = useTexts();
  const format = useFormat();
  const renditions = useQuery(queryOf(listRenditions, { params: { id } }, { quiet: true }));
  if (renditions.isError) {
    return (
      <ErrorPanel error={renditions.error} retrying={renditions.isFetching} onRetry={() => void renditions.refetch()} />
    );
  }
  const groups = groupsOf(renditions.data ?? []);
  if (groups.length === 0) return null;
  return (
    <section className="renditions">
      <h3>{reading.renditions}</h3>
      <ul>
        {groups.map(({ first, count, sizeBytes }) => {
          const name = reading.renditionKinds[first.kind];
          const several = count >= pagesAtOnce ? reading.severalOrMore : reading.several;
          return (
            <li key={first.kind}>
              <span>{name}</span>
              <small>
                {count > 1 && `${fillText(several, { count: format.number(count) })} · `}
                {format.bytes(sizeBytes)}
              </small>
              <a
                href={apiBase + first.url}
                target="_blank"
                rel="noreferrer"
                aria-label={fillText(reading.openOf, { name })}
              >
                {reading.open}
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** One line a kind: pages are many. */
function groupsOf(renditions: readonly Rendition[]) {
  const kinds = [...new Set(renditions.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const all = renditions.filter((one) => one.kind === kind);
    const [first] = all;
    return first ? [{ first, count: all.length, sizeBytes: all.reduce((total, one) => total + one.sizeBytes, 0) }] : [];
  });
}
