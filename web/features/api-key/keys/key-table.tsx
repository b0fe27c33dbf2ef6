import type { ApiKey, ApiKeyState } from '@lectern/contract/features/api-key.ts';
import { IconButton } from '../../../components/button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem } from '../../../components/menu-item.tsx';
import { Status, type StatusTone } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';

export type KeyDeed = 'edit' | 'rotate' | 'endGrace' | 'revoke';
type Act = (deed: KeyDeed, key: ApiKey) => void;

export function KeyTable({ keys, onDeed }: { keys: readonly ApiKey[]; onDeed: Act }) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.keys;
  return (
    <div className="table-scroll">
      <table className="table api-key-table">
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.scopes}</th>
            <th scope="col">{words.audience}</th>
            <th scope="col">{texts.limit}</th>
            <th scope="col">{texts.lastUsed}</th>
            <th scope="col">{texts.expires}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} row={key} onDeed={onDeed} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({ row, onDeed }: { row: ApiKey; onDeed: Act }) {
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
      <td className="table-end">{!isGone(row) && <KeyMenu row={row} onDeed={onDeed} />}</td>
    </tr>
  );
}

/** Nothing brings back what was revoked. */
const isGone = (key: ApiKey) => key.state === 'revoked';

function KeyMenu({ row, onDeed }: { row: ApiKey; onDeed: Act }) {
  const texts = useTexts().apiKey.keys;
  const label = fillText(texts.actionsOf, { name: row.name });
  return (
    <Menu label={label} align="end" trigger={(props) => <IconButton {...props} icon="more" label={label} />}>
      <MenuItem icon="edit" onSelect={() => onDeed('edit', row)}>
        {texts.edit}
      </MenuItem>
      {!isOver(row.state) && (
        <MenuItem icon="refresh" onSelect={() => onDeed('rotate', row)}>
          {texts.rotate}
        </MenuItem>
      )}
      {row.oldSecretUntil && (
        <MenuItem icon="lock" onSelect={() => onDeed('endGrace', row)}>
          {texts.endGrace}
        </MenuItem>
      )}
      <MenuItem icon="ban" look="danger" onSelect={() => onDeed('revoke', row)}>
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

export const isOver = (state: ApiKeyState) => state === 'expired' || state === 'revoked';
