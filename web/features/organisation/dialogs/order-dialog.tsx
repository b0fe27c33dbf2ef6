import { listColleges, placeCollege } from '@lectern/contract/features/college.ts';
import { listPositions, placePosition } from '@lectern/contract/features/position.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { DragArea } from '../../../components/drag/drag-area.tsx';
import { beforeIdOf, reordered, SortList } from '../../../components/drag/sort-list.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { closeUnitDialog } from '../unit-dialog.ts';
import { unitSpecs } from '../unit-specs.ts';

type Type = 'college' | 'position';
type Row = { id: string; name: string; version: number };

/** All of them in their order, page by page. */
async function fetchAll(type: Type): Promise<Row[]> {
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { sort: 'order', size: 200, ...(cursor && { cursor }) };
    const endpoint = type === 'college' ? listColleges : listPositions;
    const page = await call(endpoint, { query }, { quiet: true });
    rows.push(...page.rows.map(({ id, name, version }) => ({ id, name, version })));
    if (!page.next) return rows;
    cursor = page.next;
  }
}

/** The order in which colleges or positions are shown everywhere. */
export function OrderDialog({ type }: { type: Type }) {
  const texts = useTexts();
  const { order } = texts.organisation;
  const client = useQueryClient();
  const queryKey = ['organisation.order', type];
  const all = useQuery({ queryKey, queryFn: () => fetchAll(type), staleTime: 0, gcTime: 0 });
  const rows = all.data ?? [];
  const place = async (row: Row, beforeId: string | null) => {
    if (beforeId === row.id) return;
    client.setQueryData<Row[]>(queryKey, (known) => known && reordered(known, row.id, beforeId));
    const request = { params: { id: row.id }, body: { beforeId, version: row.version } };
    try {
      const { version } = await call(type === 'college' ? placeCollege : placePosition, request);
      client.setQueryData<Row[]>(queryKey, (known) =>
        known?.map((one) => (one.id === row.id ? { ...one, version } : one)),
      );
    } catch {
      // The request client has told of it; what is on screen may be wrong now.
      void all.refetch();
    }
    void client.invalidateQueries({ predicate: isAnswerOf(unitSpecs[type].stale) });
  };
  return (
    <Dialog
      open
      className="unit-dialog"
      title={fillText(order.title, { what: texts[type].many })}
      onClose={closeUnitDialog}
      footer={
        <Button look="primary" onClick={closeUnitDialog}>
          {order.done}
        </Button>
      }
    >
      <p>{all.data && rows.length < 2 ? fillText(order.tooFew, { what: texts[type].many }) : order.text}</p>
      {all.error && <ErrorPanel error={all.error} onRetry={() => void all.refetch()} />}
      {all.isPending && (
        <SkeletonRegion>
          <Skeleton height={160} />
        </SkeletonRegion>
      )}
      {all.data && (
        <DragArea
          onDrop={(dragged, to) => {
            const row = rows.find(({ id }) => id === dragged.id);
            if (row) void place(row, beforeIdOf(rows, to));
          }}
        >
          <div className="unit-order">
            <SortList
              label={fillText(order.title, { what: texts[type].many })}
              kind={type}
              rows={rows}
              nameOf={({ name }) => name}
              onPlace={(row, beforeId) => void place(row, beforeId)}
            >
              {(row) => <div className="unit-order-row">{row.name}</div>}
            </SortList>
          </div>
        </DragArea>
      )}
    </Dialog>
  );
}
