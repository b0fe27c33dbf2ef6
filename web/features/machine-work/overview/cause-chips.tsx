import { type WorkOverview, workList } from '@lectern/contract/features/machine-work.ts';
import { useListAddress } from '../../../components/list-page/use-list-address.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';

type Cause = WorkOverview['causes'][number];

/** Causes by how many they hold up; one click shows those alone, another all again. */
export function CauseChips({ causes }: { causes: readonly Cause[] }) {
  const { work } = useTexts();
  const { overview } = work;
  const format = useFormat();
  const place = useListAddress(workList);
  const { kind: kinds, cause: shownCauses, ...others } = place.address.filters;
  const isShown = ({ kind, cause }: Cause) => String(kinds) === kind && String(shownCauses) === cause;
  return (
    <ul className="work-causes" aria-label={overview.causes}>
      {causes.map((group) => {
        const { kind, cause, count } = group;
        const words = { step: work.steps[kind], cause: work.causes[cause], count: format.number(count) };
        const latest = {
          title: group.resource.name,
          time: format.relativeTime(group.lastAt),
          example: group.example,
        };
        return (
          <li key={`${kind}.${cause}`}>
            <button
              type="button"
              aria-pressed={isShown(group)}
              title={fillText(overview.latest, latest)}
              onClick={() =>
                place.change({
                  tab: 'attention',
                  filters: isShown(group) ? others : { ...others, kind: [kind], cause: [cause] },
                })
              }
            >
              {fillText(overview.causeOf, words)} <b>{words.count}</b>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
