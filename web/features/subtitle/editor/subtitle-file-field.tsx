import { readSubtitleFile, subtitleFileBytes } from '@lectern/contract/features/subtitle-change.ts';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { FileDrop } from '../../../components/upload/drop-area.tsx';
import type { CallOutput } from '../../../lib/callable.ts';
import { useFormat } from '../../../lib/format.ts';
import { labelled } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import type { UploadFile } from '../../../lib/uploads.ts';

export type ReadFile = CallOutput<typeof readSubtitleFile>;
type Props = {
  resourceId: string;
  /** Track to compare the file with. */
  subtitleId?: string;
  onRead: (file: ReadFile | null) => void;
};

const mostErrors = 20;

/** Reads and checks a subtitle file without saving anything. */
export function SubtitleFileField({ resourceId, subtitleId, onRead }: Props) {
  const { subtitle } = useTexts();
  const { number } = useFormat();
  const [tooLarge, setTooLarge] = useState(false);
  const read = useMutationOf(readSubtitleFile, { quiet: true });
  const take = ([first]: readonly UploadFile[]) => {
    if (!first) return;
    onRead(null);
    read.reset();
    const fits = first.file.size <= subtitleFileBytes;
    setTooLarge(!fits);
    if (!fits) return;
    const query = subtitleId ? { subtitleId } : {};
    read.mutate({ params: { id: resourceId }, query, body: first.file }, { onSuccess: onRead });
  };
  const { data } = read;
  return (
    <div className="subtitle-file">
      <FileDrop
        label={data ? subtitle.import.another : subtitle.import.choose}
        text={subtitle.import.drop}
        disabled={read.isPending}
        onFiles={take}
      />
      {tooLarge && <Banner tone="warning">{subtitle.import.tooLarge}</Banner>}
      {read.error && <ErrorPanel error={read.error} />}
      {data && (
        <p role="status">
          {fillText(subtitle.import.found, {
            format: data.format.toUpperCase(),
            encoding: data.encoding,
            count: number(data.cues.length),
          })}
          {data.problems.length > 0 && ` · ${fillText(subtitle.problemCount, { count: number(data.problems.length) })}`}
        </p>
      )}
      {data && data.errors.length > 0 && (
        <div className="subtitle-file-errors">
          <b>{subtitle.import.errors}</b>
          <ul>
            {data.errors.slice(0, mostErrors).map((error) => (
              <li key={`${error.line} ${error.code}`}>
                {labelled(fillText(subtitle.raw.line, { line: number(error.line) }), subtitle.fileErrors[error.code])}{' '}
                <code>{error.text}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
