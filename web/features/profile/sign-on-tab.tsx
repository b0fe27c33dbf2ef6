import {
  getSignOn,
  linkSignOn,
  type SignOnState,
  startSignOnLink,
  unlinkSignOn,
} from '@lectern/contract/features/sign-on.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { ErrorPanel, QueryError } from '../../components/error-panel.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { Status } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { leaveForSignOn, takeSignOnArrival } from '../../lib/sign-on-arrival.ts';
import { PasswordDialog } from './password-tab.tsx';

const profilePage = '/app/home/profile?tab=signOn';
const settings = { quiet: true, invalidates: [getSignOn] };

/** The single sign-on identity linked to the account, with ways to link and unlink it. */
export function SignOnTab() {
  const { signOn } = useTexts().profile;
  const state = useQuery(queryOf(getSignOn, {}, { quiet: true }));
  const [asks, setAsks] = useState<'link' | 'unlink' | null>(null);
  const start = useMutationOf(startSignOnLink, { quiet: true });
  const link = useMutationOf(linkSignOn, settings);
  const unlink = useMutationOf(unlinkSignOn, settings);
  const [refusedThere, setRefusedThere] = useState(false);
  const close = () => setAsks(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the redirect is handled once
  useEffect(() => {
    const arrival = takeSignOnArrival('link');
    if (!arrival) return;
    if ('error' in arrival) setRefusedThere(true);
    else link.mutate({ body: arrival }, { onSuccess: () => notify({ level: 'success', title: signOn.linked }) });
  }, []);

  const leave = (password: string) => {
    start.reset();
    setRefusedThere(false);
    start.mutate({ body: { password } }, { onSuccess: ({ url }) => leaveForSignOn(url, profilePage) });
  };
  const { data } = state;
  // While the dialog is open, it shows the error itself.
  const refusal = link.error ?? (asks === null ? start.error : null);
  return (
    <Card title={signOn.title} text={signOn.text} className="card-narrow">
      {refusedThere && <Banner tone="warning">{signOn.refusedThere}</Banner>}
      {refusal && (
        <div className="form-notice">
          <ErrorPanel error={refusal} title={signOn.notLinked} />
        </div>
      )}
      {state.isError && (
        <div className="form-notice">
          <QueryError query={state} />
        </div>
      )}
      {(state.isPending || link.isPending) && (
        <SkeletonRegion className="card-body">
          <Skeleton width="40%" />
        </SkeletonRegion>
      )}
      {data && !link.isPending && (
        <SignOnSummary
          state={data}
          busy={start.isPending}
          onLink={() => (data.hasPassword ? setAsks('link') : leave(''))}
          onUnlink={() => setAsks('unlink')}
        />
      )}
      {asks === 'link' && (
        <PasswordDialog
          {...signOn.askLink}
          busy={start.isPending}
          error={start.error}
          onConfirm={leave}
          onClose={close}
        />
      )}
      {asks === 'unlink' && (
        <ConfirmDialog
          open
          title={signOn.askUnlink.title}
          confirmLabel={signOn.unlink}
          look="danger"
          busy={unlink.isPending}
          onConfirm={() =>
            unlink.mutate(
              {},
              {
                onSettled: close,
                onSuccess: () => notify({ level: 'success', title: signOn.unlinked }),
                onError: (error) => notify({ level: 'error', title: signOn.notUnlinked, text: error.message }),
              },
            )
          }
          onClose={close}
        >
          {fillText(signOn.askUnlink.text, { name: data?.identity?.label ?? '' })}
        </ConfirmDialog>
      )}
    </Card>
  );
}

type Props = { state: SignOnState; busy: boolean; onLink(): void; onUnlink(): void };

function SignOnSummary({ state, busy, onLink, onUnlink }: Props) {
  const { signOn } = useTexts().profile;
  const format = useFormat();
  const { identity, label, mayUnlink } = state;
  if (label === null) return <p className="card-body form-quiet">{signOn.none}</p>;
  const facts = identity
    ? [
        { label: signOn.state, value: <Status tone="ok">{signOn.on}</Status> },
        { label: signOn.identity, value: identity.label },
        { label: signOn.linkedAt, value: format.dateTime(identity.linkedAt) },
        {
          label: signOn.lastUsed,
          value: identity.lastUsedAt ? format.dateTime(identity.lastUsedAt) : signOn.never,
        },
      ]
    : [{ label: signOn.state, value: <Status tone="idle">{signOn.off}</Status> }];
  return (
    <>
      <FactList facts={facts} />
      <div className="form-foot">
        {!identity && (
          <Button look="primary" busy={busy} onClick={onLink}>
            {fillText(signOn.link, { label: label || signOn.usual })}
          </Button>
        )}
        {identity && !mayUnlink && <span className="form-quiet">{signOn.onlyWay}</span>}
        {identity && mayUnlink && (
          <Button look="danger" onClick={onUnlink}>
            {signOn.unlink}
          </Button>
        )}
      </div>
    </>
  );
}
