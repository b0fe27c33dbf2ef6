import { type MailAttachment, mailLimits } from '@lectern/contract/features/mail.ts';
import { searchResources } from '@lectern/contract/features/search.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Icon } from '../../../components/icon.tsx';
import { FindField } from '../../../components/resource/find-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import './audience-field.css';

type Props = {
  ids: readonly string[];
  /** What is stored, for names and sizes. */
  files: readonly MailAttachment[];
  error?: string | undefined;
  onChange: (ids: string[]) => void;
};

/** Resources of the library that go along. */
export function AttachmentsField({ ids, files, error, onChange }: Props) {
  const { mail, resource } = useTexts();
  const { compose } = mail;
  const format = useFormat();
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<Record<string, string>>({});
  const wanted = useDeferredValue(text.trim());
  const search = useQuery({
    ...queryOf(searchResources, { query: { text: wanted, size: 10 } }, { quiet: true }),
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  });
  const hits = (wanted === '' ? [] : (search.data ?? [])).filter(({ id }) => !ids.includes(id));
  const stored = new Map(files.map((file) => [file.resourceId, file]));
  return (
    <div className="mail-audience field-wide">
      <FindField
        label={compose.attachments}
        placeholder={compose.addFile}
        hint={fillText(compose.attachmentsHint, { limit: format.bytes(mailLimits.attachmentBytes) })}
        error={error}
        text={text}
        disabled={ids.length >= mailLimits.attachments}
        options={hits.map(({ id, title, kind }) => ({ id, label: title, note: resource.kinds[kind] }))}
        none={wanted === '' ? compose.startTyping : compose.noneFound}
        onText={setText}
        onPick={({ id, label }) => {
          setText('');
          setPicked((known) => ({ ...known, [id]: label }));
          onChange([...ids, id]);
        }}
      />
      {ids.length > 0 && (
        <ul className="mail-chips" aria-label={compose.attachments}>
          {ids.map((id) => {
            const file = stored.get(id);
            const name = file?.title || picked[id] || compose.gone;
            const gone = file?.available === false;
            return (
              <li key={id} data-gone={gone || undefined}>
                {name}
                {file && <small>{gone ? compose.gone : format.bytes(file.sizeBytes)}</small>}
                <button
                  type="button"
                  aria-label={fillText(compose.remove, { name })}
                  onClick={() => onChange(ids.filter((one) => one !== id))}
                >
                  <Icon name="close" size={12} />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
