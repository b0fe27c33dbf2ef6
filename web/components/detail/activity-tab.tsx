import type { DetailEndpoints, ObjectActivity } from '@lectern/contract/detail/define-detail.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../lib/api-client.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryKeyOf, useMutationOf } from '../../lib/queries.ts';
import { Button } from '../button.tsx';
import { Dialog } from '../dialog.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorPanel, QueryError } from '../error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../skeleton.tsx';
import { SmallTable } from '../small-table.tsx';
import { changesOf, type FieldChange, type FieldWords, namedAction } from './field-words.ts';
import './detail.css';

type Props = {
  calls: Pick<DetailEndpoints, 'listActivity' | 'revertActivity'>;
  id: string;
  /** The version on screen; a revert is refused if a newer one exists. */
  version: number;
  words: FieldWords;
  /** Current values, keyed by the field names used in activities. */
  current: Readonly<Record<string, unknown>>;
  onReverted: () => void;
};

/** An object's history with before and after values, and Revert where possible. */
export function ActivityTab({ calls, id, version, words, current, onReverted }: Props) {
  const { detail } = useTexts();
  const [asked, setAsked] = useState<ObjectActivity | null>(null);
  const activity = useInfiniteQuery({
    queryKey: [...queryKeyOf(calls.listActivity, { params: { id } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(calls.listActivity, { params: { id }, query: { before: pageParam } }, { signal, quiet: true }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.more ? Number(page.rows.at(-1)?.id) : undefined),
  });
  const rows = activity.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div className="detail-activity">
      {activity.isError && <QueryError query={activity} keepsOld={rows.length > 0} />}
      {activity.isPending && (
        <SkeletonRegion>
          <Skeleton height={120} />
        </SkeletonRegion>
      )}
      {activity.isSuccess && rows.length === 0 && (
        <EmptyState icon="audit" title={detail.activityEmpty}>
          {detail.activityEmptyText}
        </EmptyState>
      )}
      <ol className="detail-activity-list">
        {rows.map((row) => (
          <ActivityEntry key={row.id} row={row} words={words} onRevert={() => setAsked(row)} />
        ))}
      </ol>
      {activity.hasNextPage && (
        <Button busy={activity.isFetchingNextPage} onClick={() => void activity.fetchNextPage()}>
          {detail.showMore}
        </Button>
      )}
      {asked && (
        <RevertDialog
          call={calls.revertActivity}
          id={id}
          version={version}
          activity={asked}
          current={current}
          words={words}
          onReverted={onReverted}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

type ActivityEntryProps = { row: ObjectActivity; words: FieldWords; onRevert: () => void };

function ActivityEntry({ row, words, onRevert }: ActivityEntryProps) {
  const { detail } = useTexts();
  const format = useFormat();
  const changes = changesOf(row, words);
  const action = words.action(row.action);
  return (
    <li>
      <div className="detail-activity-line">
        <span>
          <strong>{row.actor?.name ?? detail.nobody}</strong>
          {action && !words.namesActions ? ` ${action}` : ` · ${action ?? namedAction(row.action)}`}
        </span>
        <time dateTime={row.at} title={format.dateTime(row.at)}>
          {format.relativeTime(row.at)}
        </time>
        {row.revertable.length > 0 && (
          <Button
            size="small"
            aria-label={fillText(detail.revertOf, { time: format.dateTime(row.at) })}
            onClick={onRevert}
          >
            {detail.revert}
          </Button>
        )}
      </div>
      {changes.length > 0 && <ChangeTable changes={changes} nameOf={words.field} wasThere={row.before !== null} />}
    </li>
  );
}

type RevertDialogProps = {
  call: DetailEndpoints['revertActivity'];
  id: string;
  version: number;
  activity: ObjectActivity;
  current: Readonly<Record<string, unknown>>;
  words: FieldWords;
  onReverted: () => void;
  onClose: () => void;
};

/** Shows what a revert would change before it is confirmed. */
function RevertDialog({ call, id, version, activity, current, words, onReverted, onClose }: RevertDialogProps) {
  const { detail, words: common } = useTexts();
  const revert = useMutationOf(call, { quiet: true, idempotent: true });
  const pick = (values: Readonly<Record<string, unknown>> | null) =>
    Object.fromEntries(activity.revertable.map((field) => [field, values?.[field]]));
  const changes = changesOf({ before: pick(current), after: pick(activity.before) }, words);
  const confirm = () =>
    revert.mutate(
      { params: { id, activityId: Number(activity.id) }, body: { version } },
      {
        onSuccess: () => {
          notify({ level: 'success', title: detail.reverted });
          onReverted();
          onClose();
        },
        // The newer version is needed to show what a revert would change now.
        onError: onReverted,
      },
    );
  const footer = (
    <>
      <Button onClick={onClose}>{common.cancel}</Button>
      <Button look="primary" busy={revert.isPending} disabled={changes.length === 0} onClick={confirm}>
        {detail.revertConfirm}
      </Button>
    </>
  );
  return (
    <Dialog open className="detail-revert" title={detail.revertTitle} onClose={onClose} footer={footer}>
      {revert.isError && <ErrorPanel error={revert.error} title={detail.notReverted} />}
      <p>{changes.length > 0 ? detail.revertText : detail.nothingToRevert}</p>
      {changes.length > 0 && (
        <ChangeTable changes={changes} nameOf={words.field} headings={[detail.now, detail.afterRevert]} />
      )}
    </Dialog>
  );
}

/** `wasThere` false: the object was just created, so there are no previous values. */
type ChangeTableProps = {
  changes: readonly FieldChange[];
  nameOf: (field: string) => string;
  headings?: [string, string];
  wasThere?: boolean;
};

/** Fields with their values before and after. */
export function ChangeTable({ changes, nameOf, headings, wasThere = true }: ChangeTableProps) {
  const { detail } = useTexts();
  const [before, after] = headings ?? [detail.before, detail.after];
  if (!wasThere) {
    return (
      <dl className="detail-beginning">
        {changes.map((change) => (
          <div key={change.field}>
            <dt>{nameOf(change.field)}</dt>
            <dd>{change.after}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <SmallTable columns={[detail.field, before, after]} className="detail-changes">
      {changes.map((change) => (
        <tr key={change.field}>
          <td>{nameOf(change.field)}</td>
          <td className="table-quiet">{change.before}</td>
          <td>{change.after}</td>
        </tr>
      ))}
    </SmallTable>
  );
}
