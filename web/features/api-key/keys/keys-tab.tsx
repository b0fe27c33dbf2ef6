import {
  type ApiKey,
  type ApiKeyState,
  endApiKeyGrace,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
} from '@lectern/contract/features/api-key.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel, QueryError } from '../../../components/error-panel.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem } from '../../../components/menu-item.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { SmallTable } from '../../../components/small-table.tsx';
import { Status, type StatusTone } from '../../../components/status.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import type { KnownKey } from '../documentation/documentation-tab.tsx';
import { SecretDialog } from '../secret-dialog.tsx';
import { KeyDialog } from './key-dialog.tsx';

type Open = { action: 'make' } | { action: KeyAction; key: ApiKey } | null;
type Props = { onSecret: (known: KnownKey) => void; onTry: () => void };

export function KeysTab({ onSecret, onTry }: Props) {
  const { apiKey } = useTexts();
  const texts = apiKey.keys;
  const keys = useQuery(queryOf(listApiKeys, {}, { quiet: true }));
  const endGrace = useMutationOf(endApiKeyGrace, { invalidates: [listApiKeys] });
  const [open, setOpen] = useState<Open>(null);
  const [shown, setShown] = useState<{ name: string; secret: string } | null>(null);
  const [withEnded, setWithEnded] = useState(false);
  const rows = keys.data?.keys ?? [];
  const ended = rows.filter((key) => isOver(key.state));
  const visible = withEnded || ended.length === rows.length ? rows : rows.filter((key) => !isOver(key.state));
  const close = () => setOpen(null);

  const take = ({ key, secret }: { key: ApiKey; secret: string }) => {
    setOpen(null);
    setShown({ name: key.name, secret });
    onSecret({ id: key.id, name: key.name, secret });
  };
  const act = (action: KeyAction, key: ApiKey) => {
    if (action !== 'endGrace') return setOpen({ action, key });
    const done = () => notify({ level: 'success', title: fillText(texts.graceEnded, { name: key.name }) });
    endGrace.mutate({ params: { id: key.id }, body: { version: key.version } }, { onSuccess: done });
  };
  const make = (
    <Button look="primary" icon="plus" onClick={() => setOpen({ action: 'make' })}>
      {texts.make}
    </Button>
  );
  return (
    <Card title={texts.title} text={texts.text} aside={rows.length > 0 && make}>
      {keys.isError && (
        <div className="form-notice">
          <QueryError query={keys} keepsOld={rows.length > 0} />
        </div>
      )}
      {keys.isPending && (
        <SkeletonRegion className="table-skeleton">
          {['a', 'b', 'c'].map((row) => (
            <div key={row}>
              <Skeleton width="20%" />
              <Skeleton width="30%" />
              <Skeleton width="20%" />
            </div>
          ))}
        </SkeletonRegion>
      )}
      {keys.isSuccess && rows.length === 0 && (
        <EmptyState icon="key" title={texts.emptyTitle} action={make}>
          {texts.emptyText}
        </EmptyState>
      )}
      {rows.length > 0 && <KeyTable keys={visible} onAction={act} />}
      {ended.length > 0 && visible.length < rows.length && (
        <div className="form-foot">
          <Button look="quiet" size="small" onClick={() => setWithEnded(true)}>
            {fillText(texts.showEnded, { count: ended.length })}
          </Button>
        </div>
      )}
      {open?.action === 'make' && <KeyDialog onMade={take} onClose={close} />}
      {open?.action === 'edit' && <KeyDialog known={open.key} onMade={take} onClose={close} />}
      {open?.action === 'rotate' && <RotateDialog known={open.key} onMade={take} onClose={close} />}
      {open?.action === 'revoke' && <RevokeDialog known={open.key} onClose={close} />}
      {shown && (
        <SecretDialog
          title={fillText(apiKey.secret.keyTitle, { name: shown.name })}
          text={apiKey.secret.keyText}
          secret={shown.secret}
          onTry={onTry}
          onClose={() => setShown(null)}
        />
      )}
    </Card>
  );
}

/** Revoking can't be undone, so the dialog says what will stop working. */
function RevokeDialog({ known, onClose }: { known: ApiKey; onClose: () => void }) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.revoke;
  const [reason, setReason] = useState('');
  const revoke = useMutationOf(revokeApiKey, { invalidates: [listApiKeys], quiet: true });
  const confirm = () => {
    const onSuccess = () => {
      notify({ level: 'success', title: fillText(texts.done, { name: known.name }) });
      onClose();
    };
    revoke.mutate({ params: { id: known.id }, body: { reason } }, { onSuccess });
  };
  const footer = (
    <>
      <Button data-first-focus onClick={onClose}>
        {words.cancel}
      </Button>
      <Button look="danger" busy={revoke.isPending} onClick={confirm}>
        {texts.confirm}
      </Button>
    </>
  );
  return (
    <Dialog open title={fillText(texts.title, { name: known.name })} onClose={onClose} footer={footer}>
      {revoke.error && <ErrorPanel error={revoke.error} title={texts.failed} />}
      <p>{texts.text}</p>
      <TextField label={texts.reason} value={reason} maxLength={500} autoComplete="off" onChange={setReason} />
    </Dialog>
  );
}

const hours = ['24', '1', '168', '720', '0'] as const;

type RotateDialogProps = {
  known: ApiKey;
  onMade: (made: { key: ApiKey; secret: string }) => void;
  onClose: () => void;
};

/** Issues a new secret and asks how long the old one stays valid. */
function RotateDialog({ known, onMade, onClose }: RotateDialogProps) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.rotate;
  const [grace, setGrace] = useState<(typeof hours)[number]>('24');
  const rotate = useMutationOf(rotateApiKey, { invalidates: [listApiKeys], quiet: true });
  const confirm = () =>
    rotate.mutate(
      { params: { id: known.id }, body: { graceHours: Number(grace), version: known.version } },
      { onSuccess: onMade },
    );
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" busy={rotate.isPending} onClick={confirm}>
        {texts.confirm}
      </Button>
    </>
  );
  return (
    <Dialog open title={fillText(texts.title, { name: known.name })} onClose={onClose} footer={footer}>
      {rotate.error && <ErrorPanel error={rotate.error} title={texts.failed} />}
      <p>{texts.text}</p>
      <SelectField
        label={texts.grace}
        value={grace}
        options={hours.map((value) => ({ value, label: texts.graces[Number(value)] ?? value }))}
        onChange={setGrace}
      />
    </Dialog>
  );
}

type KeyAction = 'edit' | 'rotate' | 'endGrace' | 'revoke';
type Act = (action: KeyAction, key: ApiKey) => void;

function KeyTable({ keys, onAction }: { keys: readonly ApiKey[]; onAction: Act }) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.keys;
  return (
    <SmallTable
      columns={[
        texts.name,
        texts.state,
        texts.scopes,
        words.audience,
        texts.limit,
        texts.lastUsed,
        texts.expires,
        null,
      ]}
      className="api-key-table"
    >
      {keys.map((key) => (
        <KeyRow key={key.id} row={key} onAction={onAction} />
      ))}
    </SmallTable>
  );
}

function KeyRow({ row, onAction }: { row: ApiKey; onAction: Act }) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.keys;
  const format = useFormat();
  const { lastUsedAt, lastUsedFrom, oldSecretUntil } = row;
  return (
    <tr>
      <td>
        <span className="table-strong">{row.name}</span>
        <small className="api-key-under">
          <code title={fillText(texts.prefixOf, { prefix: row.prefix })}>{row.prefix}…</code>
        </small>
      </td>
      <td>
        <KeyState state={row.state} />
        {oldSecretUntil && (
          <small className="api-key-under" title={format.dateTime(oldSecretUntil)}>
            {fillText(texts.graceUntil, { when: format.dateTime(oldSecretUntil) })}
          </small>
        )}
        {row.revokedBy && (
          <small className="api-key-under">{fillText(texts.revokedBy, { name: row.revokedBy.name })}</small>
        )}
      </td>
      <td className="api-key-scopes">{joinNames(row.scopes.map((scope) => apiKey.scopes[scope]))}</td>
      <td>{words.audiences[row.audience]}</td>
      <td>{fillText(texts.perMinute, { count: format.number(row.callsPerMinute) })}</td>
      <td>
        {lastUsedAt ? (
          <span title={format.dateTime(lastUsedAt)}>{format.relativeTime(lastUsedAt)}</span>
        ) : (
          <span className="table-quiet">{texts.never}</span>
        )}
        {lastUsedFrom && (
          <small className="api-key-under">{fillText(texts.lastUsedFrom, { address: lastUsedFrom })}</small>
        )}
      </td>
      <td>{row.expiresAt ? format.dateTime(row.expiresAt) : <span className="table-quiet">{texts.never}</span>}</td>
      <td className="table-end">{!isGone(row) && <KeyMenu row={row} onAction={onAction} />}</td>
    </tr>
  );
}

/** Revoked keys can't be restored. */
const isGone = (key: ApiKey) => key.state === 'revoked';

function KeyMenu({ row, onAction }: { row: ApiKey; onAction: Act }) {
  const texts = useTexts().apiKey.keys;
  const label = fillText(texts.actionsOf, { name: row.name });
  return (
    <Menu label={label} align="end" trigger={(props) => <IconButton {...props} icon="more" label={label} />}>
      <MenuItem icon="edit" onSelect={() => onAction('edit', row)}>
        {texts.edit}
      </MenuItem>
      {!isOver(row.state) && (
        <MenuItem icon="refresh" onSelect={() => onAction('rotate', row)}>
          {texts.rotate}
        </MenuItem>
      )}
      {row.oldSecretUntil && (
        <MenuItem icon="lock" onSelect={() => onAction('endGrace', row)}>
          {texts.endGrace}
        </MenuItem>
      )}
      <MenuItem icon="ban" look="danger" onSelect={() => onAction('revoke', row)}>
        {texts.revoke}
      </MenuItem>
    </Menu>
  );
}

const tones: Record<ApiKeyState, StatusTone> = { active: 'ok', soon: 'warn', expired: 'bad', revoked: 'idle' };

function KeyState({ state }: { state: ApiKeyState }) {
  const { apiKey } = useTexts();
  return <Status tone={tones[state]}>{apiKey.states[state]}</Status>;
}

const isOver = (state: ApiKeyState) => state === 'expired' || state === 'revoked';
