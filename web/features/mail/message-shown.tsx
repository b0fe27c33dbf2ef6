import { blocksOf, type MailPiece, type MailValues } from '@lectern/contract/features/mail-text.ts';
import './message-shown.css';

/** A message as recipients get it. Everything is rendered as text, never as HTML. */
export function MessageShown({ body, values }: { body: string; values: MailValues }) {
  return (
    <div className="mail-shown">
      {blocksOf(body, values).map(({ kind, lines }, at) => {
        const key = `${kind}-${at}`;
        const shown = lines.map((pieces, line) => ({ id: `${key}-${line}`, pieces }));
        if (kind === 'list')
          return (
            <ul key={key}>
              {shown.map(({ id, pieces }) => (
                <li key={id}>{pieces.map(piece)}</li>
              ))}
            </ul>
          );
        const content = shown.map(({ id, pieces }, line) => (
          <span key={id}>
            {line > 0 && <br />}
            {pieces.map(piece)}
          </span>
        ));
        return kind === 'heading' ? <h3 key={key}>{content}</h3> : <p key={key}>{content}</p>;
      })}
    </div>
  );
}

function piece({ text, bold, href }: MailPiece, at: number) {
  const key = `${at}-${text}`;
  if (href)
    return (
      <span key={key} className="mail-shown-link" title={href}>
        {text}
      </span>
    );
  return bold ? <strong key={key}>{text}</strong> : <span key={key}>{text}</span>;
}
