import { importLimits } from '@lectern/contract/import/define-import.ts';
import { type DragEvent, useRef, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { ErrorPanel } from '../error-panel.tsx';
import { Icon } from '../icon.tsx';
import { Spinner } from '../spinner.tsx';
import { downloadCsv } from './download-csv.ts';

type Props = {
  fieldNames: readonly string[];
  note: string | undefined;
  reading: string | null;
  error: unknown;
  onFile: (file: File) => void;
};

export function ChooseFile({ fieldNames, note, reading, error, onFile }: Props) {
  const { importing } = useTexts();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const [tooLarge, setTooLarge] = useState<File | null>(null);
  const take = (file: File | undefined) => {
    if (!file || reading !== null) return;
    const fits = file.size <= importLimits.bytes;
    setTooLarge(fits ? null : file);
    if (fits) onFile(file);
  };
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <>
      {note && (
        <Banner tone="info" label={note}>
          {note}
        </Banner>
      )}
      {tooLarge && (
        <Banner tone="bad">
          {fillText(importing.tooLarge, { size: format.bytes(tooLarge.size), limit: format.bytes(importLimits.bytes) })}
        </Banner>
      )}
      {error != null && !tooLarge && <ErrorPanel error={error} title={importing.notRead} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside */}
      <div
        className="import-drop"
        data-over={over || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          take(event.dataTransfer.files[0]);
        }}
      >
        {reading === null ? (
          <>
            <Icon name="upload" size={20} />
            <strong>{importing.chooseTitle}</strong>
            <p>{importing.chooseText}</p>
            <Button look="primary" onClick={() => input.current?.click()}>
              {importing.choose}
            </Button>
            <Button look="quiet" icon="download" onClick={() => downloadCsv(importing.templateName, [fieldNames])}>
              {importing.template}
            </Button>
          </>
        ) : (
          <span role="status">
            <Spinner /> {fillText(importing.reading, { name: reading })}
          </span>
        )}
        <input
          ref={input}
          type="file"
          hidden
          aria-label={importing.choose}
          accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onChange={(event) => {
            take(event.target.files?.[0]);
            // The same file may be chosen again after it was corrected.
            event.target.value = '';
          }}
        />
      </div>
    </>
  );
}
