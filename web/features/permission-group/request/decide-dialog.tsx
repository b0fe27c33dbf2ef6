import {
  type AccessGrant,
  getAskedAccess,
  grantAccess,
  listAskedAccess,
  previewGrant,
  refuseAccess,
} from '@lectern/contract/features/access-decision.ts';
import { listPermissionGroups, permissionGroupLimits } from '@lectern/contract/features/permission-group.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { ExplainChain } from '../../../components/permission/explain-chain.tsx';
import { pageNameOf } from '../../../components/permission/page-name.ts';
import { SelectField } from '../../../components/select-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { call } from '../../../lib/api-client.ts';
import type { CallOutput } from '../../../lib/callable.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { PreviewedEffect, useEffectPreview } from '../effect-dialog.tsx';
import { groupHref, groupsHref } from '../group-dialog.ts';
import { useAskedId } from './asked-address.ts';
import '../../../components/page-body.css';
import './decide-form.css';

const close = () => navigate(groupsHref);

/** One access request: what is requested, why the page is closed, and the decision. */
export function DecideDialog() {
  const id = useAskedId() ?? '';
  const texts = useTexts();
  const { asked: words } = texts.permissionGroup;
  const asked = useQuery({ ...queryOf(getAskedAccess, { params: { id } }, { quiet: true }), retry: false });
  if (asked.data) return <DecideForm key={id} asked={asked.data} onClose={close} />;
  const gone = asked.error !== null && [404, 422].includes(asked.error.status);
  return (
    <Dialog open title={gone ? words.gone : texts.words.loading} onClose={close}>
      {gone && <p>{words.gone}</p>}
      {asked.error && !gone && <QueryError query={asked} />}
      {asked.isPending && (
        <SkeletonRegion>
          <Skeleton height={160} />
        </SkeletonRegion>
      )}
    </Dialog>
  );
}

type Asked = CallOutput<typeof getAskedAccess>;
type Props = { asked: Asked; onClose: () => void };

const newGroup = 'new';

/** Grants the request through a group, previewing the effect first, or refuses it with a reason. */
function DecideForm({ asked, onClose }: Props) {
  const texts = useTexts();
  const { asked: words } = texts.permissionGroup;
  const [refusing, setRefusing] = useState(false);
  const refuse = useMutationOf(refuseAccess, { invalidates: askedCalls });
  const names = { person: asked.person.name, page: pageNameOf(asked.page, texts) };
  const title = fillText(words.decideTitle, names);
  const said = (text: string) => notify({ level: 'success', title: fillText(text, names) });
  if (refusing) {
    return (
      <RefuseForm
        title={title}
        busy={refuse.isPending}
        onBack={() => setRefusing(false)}
        onClose={onClose}
        onRefuse={(reason) =>
          refuse.mutate(
            { params: { id: asked.taskId }, body: { reason } },
            {
              onSuccess: () => {
                said(words.refused);
                onClose();
              },
            },
          )
        }
      />
    );
  }
  return (
    <GrantForm
      asked={asked}
      title={title}
      onRefuse={() => setRefusing(true)}
      onClose={onClose}
      onGranted={() => {
        said(words.granted);
        onClose();
      }}
    />
  );
}

type GrantProps = Props & { title: string; onRefuse: () => void; onGranted: () => void };

function GrantForm({ asked, title, onRefuse, onClose, onGranted }: GrantProps) {
  const texts = useTexts();
  const format = useFormat();
  const { asked: words } = texts.permissionGroup;
  const page = pageNameOf(asked.page, texts);
  const [chosen, choose] = useState(asked.groups[0]?.id ?? newGroup);
  const [name, setName] = useState(fillText(words.newDefault, { page }));
  const how: AccessGrant = chosen === newGroup ? { newGroup: name.trim() } : { groupId: chosen };
  const params = { id: asked.taskId };
  const blocked = asked.forbiddenBy.length > 0;
  const [typedName, setTypedName] = useState(name);
  const preview = useEffectPreview(
    ['grant', asked.taskId, chosen, chosen === newGroup && typedName],
    () => call(previewGrant, { params, body: { grant: how } }, { quiet: true }),
    !blocked,
  );
  const grant = useMutationOf(grantAccess, {
    invalidates: [...askedCalls, listPermissionGroups],
    quiet: true,
    idempotent: true,
  });
  const digest = preview.effect?.digest;
  const send = () =>
    grant.mutate(
      { params, body: { grant: how, ...(digest && { digest }) } },
      { onSuccess: onGranted, onError: () => preview.refetch() },
    );
  const options = [
    ...asked.groups.map(({ id, name: label, pages }) => ({
      value: id,
      label: fillText(words.group, { name: label, pages: format.number(pages) }),
    })),
    { value: newGroup, label: words.newGroup },
  ];
  const footer = (
    <>
      <Button data-first-focus onClick={onClose}>
        {texts.words.cancel}
      </Button>
      <Button look="danger" onClick={onRefuse}>
        {words.refuse}
      </Button>
      <Button
        look="primary"
        busy={grant.isPending}
        disabled={blocked || !preview.effect || (chosen === newGroup && name.trim() === '')}
        onClick={send}
      >
        {words.grant}
      </Button>
    </>
  );
  return (
    <Dialog open className="effect-dialog" title={title} onClose={onClose} footer={footer}>
      <div className="page-stack">
        <blockquote className="decide-note">
          {asked.note || <span className="decide-quiet">{words.noNote}</span>}
        </blockquote>
        <details className="decide-why" open={blocked}>
          <summary>{words.why}</summary>
          <ExplainChain userId={asked.person.id} path={asked.page} />
        </details>
        {blocked && (
          <Banner tone="warning">
            {words.forbiddenBy}{' '}
            {asked.forbiddenBy.map(({ id, name: label }) => (
              <AppLink key={id} className="decide-group" to={groupHref(id)}>
                {label}
              </AppLink>
            ))}
          </Banner>
        )}
        {!blocked && <SelectField label={words.how} value={chosen} options={options} onChange={choose} />}
        {!blocked && chosen === newGroup && (
          <TextField
            label={words.newName}
            value={name}
            maxLength={permissionGroupLimits.name}
            onChange={setName}
            onBlur={() => setTypedName(name)}
          />
        )}
        {!blocked && <PreviewedEffect preview={preview} failure={grant.error} />}
      </div>
    </Dialog>
  );
}

/** Read calls to invalidate after a decision. */
const askedCalls = [listAskedAccess, getAskedAccess];

type RefuseFormProps = {
  title: string;
  busy: boolean;
  onBack: () => void;
  onClose: () => void;
  onRefuse: (reason: string) => void;
};

const reasonLimit = 500;

/** Asks for the reason of a refusal, which the requester sees. */
function RefuseForm({ title, busy, onBack, onClose, onRefuse }: RefuseFormProps) {
  const { permissionGroup, words } = useTexts();
  const { asked } = permissionGroup;
  const [reason, setReason] = useState('');
  const footer = (
    <>
      <Button onClick={onBack}>{words.cancel}</Button>
      <Button look="danger" busy={busy} disabled={reason.trim() === ''} onClick={() => onRefuse(reason.trim())}>
        {asked.sendRefusal}
      </Button>
    </>
  );
  return (
    <Dialog open title={title} onClose={onClose} footer={footer}>
      <TextareaField label={asked.reason} value={reason} maxLength={reasonLimit} onChange={setReason} autoFocus />
    </Dialog>
  );
}
