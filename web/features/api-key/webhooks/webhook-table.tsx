import { audienceWords } from '@lectern/contract/audience.ts';
import { type Webhook, webhookKinds } from '@lectern/contract/features/webhook.ts';
import { webhookFailureIn } from '@lectern/contract/features/webhook-failure-words.ts';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem } from '../../../components/menu-item.tsx';
import { Status } from '../../../components/status.tsx';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';

export type WebhookDeed = 'deliveries' | 'test' | 'edit' | 'pause' | 'rotate' | 'delete';
type Act = (deed: WebhookDeed, webhook: Webhook) => void;

const tones = { active: 'ok', failing: 'bad', paused: 'idle' } as const;

export function WebhookTable({ webhooks, onDeed }: { webhooks: readonly Webhook[]; onDeed: Act }) {
  const { apiKey, words } = useTexts();
  const texts = apiKey.webhooks;
  return (
    <div className="table-scroll">
      <table className="table api-key-table">
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.kinds}</th>
            <th scope="col">{words.audience}</th>
            <th scope="col">{texts.last}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} row={webhook} onDeed={onDeed} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WebhookRow({ row, onDeed }: { row: Webhook; onDeed: Act }) {
  const { apiKey } = useTexts();
  const texts = apiKey.webhooks;
  const format = useFormat();
  const language = useLanguage();
  const isAll = row.kinds.length === webhookKinds.length;
  return (
    <tr>
      <td>
        <span className="table-strong">{row.name}</span>
        <small className="api-key-under">{row.url}</small>
      </td>
      <td>
        <Status tone={tones[row.state]}>{apiKey.webhookStates[row.state]}</Status>
        {!row.allowed && <small className="api-key-under api-key-bad">{texts.notAllowed}</small>}
        {row.pauseReason && <small className="api-key-under">{webhookFailureIn(language, row.pauseReason)}</small>}
        {row.waiting > 0 && (
          <small className="api-key-under">{fillText(texts.waiting, { count: format.number(row.waiting) })}</small>
        )}
      </td>
      <td className="api-key-scopes">
        {isAll ? texts.allKinds : row.kinds.map((kind) => apiKey.kinds[kind]).join(', ')}
      </td>
      <td>{inLanguage(audienceWords)[row.audience]}</td>
      <td>
        {row.lastDeliveredAt ? (
          <span title={format.dateTime(row.lastDeliveredAt)}>{format.relativeTime(row.lastDeliveredAt)}</span>
        ) : (
          <span className="table-quiet">{apiKey.keys.never}</span>
        )}
        {row.lastError && (
          <small className="api-key-under api-key-bad">{webhookFailureIn(language, row.lastError)}</small>
        )}
      </td>
      <td className="table-end">
        <Button size="small" onClick={() => onDeed('deliveries', row)}>
          {texts.deliveries}
        </Button>
        <WebhookMenu row={row} onDeed={onDeed} />
      </td>
    </tr>
  );
}

function WebhookMenu({ row, onDeed }: { row: Webhook; onDeed: Act }) {
  const texts = useTexts().apiKey.webhooks;
  const label = fillText(texts.actionsOf, { name: row.name });
  const isPaused = row.state === 'paused';
  return (
    <Menu label={label} align="end" trigger={(props) => <IconButton {...props} icon="more" label={label} />}>
      <MenuItem icon="megaphone" onSelect={() => onDeed('test', row)}>
        {texts.test}
      </MenuItem>
      <MenuItem icon="edit" onSelect={() => onDeed('edit', row)}>
        {texts.edit}
      </MenuItem>
      <MenuItem icon={isPaused ? 'check' : 'ban'} onSelect={() => onDeed('pause', row)}>
        {isPaused ? texts.resume : texts.pause}
      </MenuItem>
      <MenuItem icon="refresh" onSelect={() => onDeed('rotate', row)}>
        {texts.rotate}
      </MenuItem>
      <MenuItem icon="trash" look="danger" onSelect={() => onDeed('delete', row)}>
        {texts.delete}
      </MenuItem>
    </Menu>
  );
}
