import {
  type DeliveryMode,
  deliveryModes,
  getDeliveryPreferences,
  type NotificationKind,
  securityKinds,
  updateDeliveryPreferences,
} from '@lectern/contract/features/notification.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Banner } from '../../components/banner.tsx';
import { Card } from '../../components/card.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { SmallTable } from '../../components/small-table.tsx';
import { call } from '../../lib/api-client.ts';
import { labelled } from '../../lib/i18n/punctuation.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';

/** Delivery mode for each kind of notification; each choice is saved immediately. */
export function NotificationsTab() {
  const { notifications: words } = useTexts().profile;
  const client = useQueryClient();
  const options = queryOf(getDeliveryPreferences, {}, { quiet: true });
  const preferences = useQuery(options);
  const { data } = preferences;
  const choose = async (kinds: readonly NotificationKind[], mode: DeliveryMode) => {
    const modes = Object.fromEntries(kinds.map((kind) => [kind, mode]));
    if (data) client.setQueryData(options.queryKey, { ...data, modes: { ...data.modes, ...modes } });
    // The shared failure handler reports the error; refetching restores the stored choice.
    const saved = await call(updateDeliveryPreferences, { body: { modes } }).catch(() => undefined);
    if (saved) client.setQueryData(options.queryKey, saved);
    else await client.invalidateQueries({ queryKey: options.queryKey });
  };
  return (
    <Card title={words.title} text={words.text}>
      {data && !data.mail.configured && <Banner tone="info">{words.noMail}</Banner>}
      {data?.mail.configured && !data.mail.address && <Banner tone="warning">{words.noAddress}</Banner>}
      {preferences.error && (
        <ErrorPanel
          error={preferences.error}
          keepsOld={data !== undefined}
          onRetry={() => void preferences.refetch()}
        />
      )}
      {preferences.isPending && (
        <SkeletonRegion className="card-body">
          <Skeleton height={240} />
        </SkeletonRegion>
      )}
      {data &&
        notificationGroups.map(({ id, kinds }) => (
          <SmallTable
            key={id}
            className="notification-table"
            caption={<caption>{words.groups[id]}</caption>}
            columns={[words.what, ...deliveryModes.map((mode) => words.modes[mode])]}
          >
            {kinds.map((kind) => (
              <PreferenceRow
                key={kind}
                kind={kind}
                mode={data.modes[kind]}
                onChoose={(mode) => void choose([kind], mode)}
              />
            ))}
          </SmallTable>
        ))}
    </Card>
  );
}

type RowProps = { kind: NotificationKind; mode: DeliveryMode; onChoose: (mode: DeliveryMode) => void };

/** Native radio buttons with a name per row, so that arrow keys work without extra code. */
function PreferenceRow({ kind, mode, onChoose }: RowProps) {
  const { notifications: words } = useTexts().profile;
  const name = words.kinds[kind];
  return (
    <tr>
      <th scope="row">{name}</th>
      {deliveryModes.map((one) => (
        <td key={one}>
          {one === 'off' && securityKinds.includes(kind) ? (
            <span title={words.neverOff}>—</span>
          ) : (
            <input
              type="radio"
              name={`notification-${kind}`}
              aria-label={labelled(name, words.modes[one])}
              checked={mode === one}
              onChange={() => onChoose(one)}
            />
          )}
        </td>
      ))}
    </tr>
  );
}

type NotificationGroup = 'tasks' | 'resources' | 'reviews' | 'work' | 'account';

/** Notification kinds by group, in display order. */
export const notificationGroups: readonly { id: NotificationGroup; kinds: readonly NotificationKind[] }[] = [
  { id: 'tasks', kinds: ['taskOpened', 'taskAssigned', 'taskCommented', 'taskDone', 'taskDue', 'taskBack'] },
  {
    id: 'resources',
    kinds: [
      'resourceSubmitted',
      'resourcePublished',
      'resourceRejected',
      'resourceNotPublished',
      'resourceOffline',
      'resourceTrashed',
      'resourceBlocked',
      'resourceUnblocked',
      'resourceReturned',
      'subtitlePublished',
      'subtitleWithdrawn',
      'subtitleRemoved',
      'summaryPublished',
      'coursePublished',
      'courseRejected',
      'courseOffline',
      'courseTrashed',
    ],
  },
  {
    id: 'reviews',
    kinds: [
      'hitsFound',
      'hitsFoundAgain',
      'reviewAssigned',
      'reviewEscalated',
      'unblockAsked',
      'unblockRefused',
      'maskFailed',
      'rescanFailed',
    ],
  },
  { id: 'work', kinds: ['jobDone', 'jobFailed', 'operationDone', 'operationFailed', 'mailFailed'] },
  {
    id: 'account',
    kinds: [
      'accessAsked',
      'accessGranted',
      'accessRefused',
      'announcement',
      'passwordChanged',
      'passwordReset',
      'twoFactorOn',
      'twoFactorOff',
      'recoveryCodeUsed',
      'signOnLinked',
      'signOnUnlinked',
      'signedInOnNewDevice',
    ],
  },
];
