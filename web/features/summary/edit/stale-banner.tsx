import { listReadings } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import type { SummaryEdit } from './use-summary-edit.ts';
import type { SummaryMoves } from './use-summary-moves.ts';

type Props = { resource: ResourceDetailView; edit: SummaryEdit; moves: SummaryMoves };

/** The text is another by now: what became of it, and the way to a newer summary. */
export function StaleBanner({ resource, edit, moves }: Props) {
  const { notices } = useTexts().summary;
  const said = useChange(resource, edit);
  return (
    <Banner
      tone="warning"
      icon="clock"
      actions={
        edit.view.moves.includes('regenerate') && (
          <Button onClick={() => void moves.regenerate({})}>{notices.makeAnew}</Button>
        )
      }
    >
      {said}
    </Banner>
  );
}

function useChange(resource: ResourceDetailView, { view }: SummaryEdit): string {
  const { notices } = useTexts().summary;
  const format = useFormat();
  const readings = useQuery(queryOf(listReadings, { params: { id: resource.id } }, { quiet: true })).data;
  const { current } = view;
  if (!current) return notices.staleUnknown;
  if (current.versionNumber !== resource.versionNumber)
    return fillText(notices.staleFile, { from: current.versionNumber, to: resource.versionNumber });
  const changed = readings
    ?.filter((reading) => reading.current && reading.createdAt > current.createdAt)
    .toSorted((left, right) => right.createdAt.localeCompare(left.createdAt))[0];
  if (!changed) return notices.staleUnknown;
  const time = format.relativeTime(changed.createdAt);
  return changed.createdBy
    ? fillText(notices.staleText, { name: changed.createdBy, time })
    : fillText(notices.staleMachine, { time });
}
