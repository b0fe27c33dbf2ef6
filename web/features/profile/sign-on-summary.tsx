import type { SignOnState } from '@lectern/contract/features/sign-on.ts';
import { Button } from '../../components/button.tsx';
import { FactList } from '../../components/fact-list.tsx';
import { Status } from '../../components/status.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

type Props = { state: SignOnState; busy: boolean; onLink(): void; onUnlink(): void };

export function SignOnSummary({ state, busy, onLink, onUnlink }: Props) {
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
