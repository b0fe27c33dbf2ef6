import { type MailView, type RecipientState, recipientStates } from '@lectern/contract/features/mail.ts';
import {
  exportMailRecipients,
  listMailRecipients,
  type MailRecipient,
} from '@lectern/contract/features/mail-compose.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Icon } from '../../../components/icon.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { SmallTable } from '../../../components/small-table.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { addressOf } from '../../../lib/callable.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { recipientState } from '../mail-state.tsx';

const size = 50;

type Props = { mail: MailView; onShow: (recipient: { id: string; name: string }) => void };

/** Recipients with their delivery state. */
export function RecipientsTab({ mail, onShow }: Props) {
  const { view, recipientStates: states } = useTexts().mail;
  const { recipients: texts } = view;
  const format = useFormat();
  const [state, setState] = useState<RecipientState | ''>('');
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const search = useDeferredValue(text.trim());
  const params = { id: mail.id };
  const wanted = { ...(state && { state }), ...(search && { search }) };
  const rows = useQuery({
    ...queryOf(listMailRecipients, { params, query: { ...wanted, page, size } }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const { data, error } = rows;
  const last = data ? Math.max(1, Math.ceil(data.count / size)) : 1;
  const href = addressOf(exportMailRecipients, { params, query: wanted });
  return (
    <div className="mail-recipients">
      <div className="mail-recipients-tools">
        <TextField
          label={texts.search}
          type="search"
          value={text}
          maxLength={200}
          onChange={(value) => {
            setText(value);
            setPage(1);
          }}
        />
        <SelectField
          label={texts.state}
          value={state}
          options={[
            { value: '', label: texts.all },
            ...recipientStates.map((value) => ({ value, label: states[value] })),
          ]}
          onChange={(value) => {
            setState(value);
            setPage(1);
          }}
        />
        <a className="button button-plain" href={href} download>
          <Icon name="download" />
          {texts.export}
        </a>
      </div>
      {error && (
        <ErrorPanel
          error={error}
          keepsOld={data !== undefined}
          retrying={rows.isFetching}
          onRetry={() => void rows.refetch()}
        />
      )}
      {rows.isPending && (
        <SkeletonRegion>
          <Skeleton height={200} />
        </SkeletonRegion>
      )}
      {data?.count === 0 && (
        <EmptyState icon="mail" title={mail.state === 'scheduled' ? texts.notYetTitle : texts.none}>
          {mail.state === 'scheduled' ? texts.notYet : texts.noneText}
        </EmptyState>
      )}
      {data && data.count > 0 && <RecipientTable rows={data.rows} onShow={onShow} />}
      {data && data.count > size && (
        <div className="mail-recipients-pager">
          <span role="status">
            {fillText(texts.page, {
              from: format.number((page - 1) * size + 1),
              to: format.number(Math.min(page * size, data.count)),
              count: format.number(data.count),
            })}
          </span>
          <Button size="small" disabled={page <= 1} onClick={() => setPage(page - 1)}>
            {texts.previous}
          </Button>
          <Button size="small" disabled={page >= last} onClick={() => setPage(page + 1)}>
            {texts.next}
          </Button>
        </div>
      )}
    </div>
  );
}

type RecipientTableProps = {
  rows: readonly MailRecipient[];
  onShow: (recipient: { id: string; name: string }) => void;
};

function RecipientTable({ rows, onShow }: RecipientTableProps) {
  const { mail, words } = useTexts();
  const { recipients: texts } = mail.view;
  const format = useFormat();
  const { reasons } = mail;
  const why = ({ reason, answer, state }: MailRecipient) => {
    const said = state === 'sent' ? null : answer;
    return (
      <>
        {reason && <span>{reasons[reason]}</span>}
        {said && <small>{said}</small>}
        {!reason && !said && <span className="table-quiet">{words.none}</span>}
      </>
    );
  };
  return (
    <SmallTable
      columns={[texts.name, texts.address, texts.state, texts.reason, { number: texts.tries }, texts.time, null]}
      className="mail-recipient-table"
    >
      {rows.map((row) => (
        <tr key={row.id}>
          <td className="table-strong">{row.name}</td>
          <td>{row.address ? address(row.address) : <span className="table-quiet">{words.none}</span>}</td>
          <td>{recipientState(row.state, mail.recipientStates)}</td>
          <td>{why(row)}</td>
          <td className="table-end">{format.number(row.tries)}</td>
          <td className="table-quiet">
            {row.nextTryAt && fillText(texts.nextTry, { when: format.relativeTime(row.nextTryAt) })}
            {!row.nextTryAt && row.at && (
              <time dateTime={row.at} title={format.dateTime(row.at)}>
                {format.relativeTime(row.at)}
              </time>
            )}
          </td>
          <td className="table-end">
            <IconButton icon="eye" label={fillText(texts.show, { name: row.name })} onClick={() => onShow(row)} />
          </td>
        </tr>
      ))}
    </SmallTable>
  );
}

/** Long addresses break after the @ first. */
function address(text: string) {
  const at = text.lastIndexOf('@') + 1;
  return (
    <>
      {text.slice(0, at)}
      <wbr />
      {text.slice(at)}
    </>
  );
}
