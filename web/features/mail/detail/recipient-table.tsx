import type { MailRecipient } from '@lectern/contract/features/mail-compose.ts';
import { recipientReasonWords } from '@lectern/contract/features/mail-words.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { recipientState } from '../mail-state.tsx';
import '../../../components/table.css';

type Props = { rows: readonly MailRecipient[]; onShow: (recipient: { id: string; name: string }) => void };

export function RecipientTable({ rows, onShow }: Props) {
  const { mail, words } = useTexts();
  const { recipients: texts } = mail.view;
  const format = useFormat();
  const reasons = inLanguage(recipientReasonWords);
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
    <div className="table-scroll">
      <table className="table mail-recipient-table">
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col">{texts.address}</th>
            <th scope="col">{texts.state}</th>
            <th scope="col">{texts.reason}</th>
            <th scope="col" className="table-end">
              {texts.tries}
            </th>
            <th scope="col">{texts.time}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="table-strong">{row.name}</td>
              <td>{row.address ? address(row.address) : <span className="table-quiet">{words.none}</span>}</td>
              <td>{recipientState(row.state)}</td>
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
        </tbody>
      </table>
    </div>
  );
}

/** Broken where people would break it, before it is broken anywhere. */
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
