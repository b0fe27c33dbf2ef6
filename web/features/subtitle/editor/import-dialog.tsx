import { saveSubtitle } from '@lectern/contract/features/subtitle-change.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { countChanges } from '@lectern/contract/subtitle/diff-cues.ts';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { type ReadFile, SubtitleFileField } from './subtitle-file-field.tsx';
import { type SubtitleEdit, showingSubtitles } from './use-subtitle-edit.ts';
import './editor-dialogs.css';

type Props = { resourceId: string; edit: SubtitleEdit; onOpen: () => Promise<void>; onClose: () => void };

/** Replaces the cues with those of a file, after a preview of the changes. */
export function ImportDialog({ resourceId, edit, onOpen, onClose }: Props) {
  const { detail, subtitle, words } = useTexts();
  const [file, setFile] = useState<ReadFile | null>(null);
  const save = useMutationOf(saveSubtitle, { invalidates: showingSubtitles, quiet: true, idempotent: true });
  const difference = file?.difference ?? null;
  const counts = difference && countChanges(difference.rows);
  const changes = counts ? counts.changed + counts.retimed + counts.added + counts.removed : 0;
  const apply = () => {
    if (!file || !difference) return;
    const draftVersion = edit.keeper.version() || null;
    const body = { baseId: difference.baseId, cues: file.cues, origin: 'imported' as const, note: '', draftVersion };
    save.mutate(
      { params: { id: edit.id }, body },
      {
        onSuccess: ({ text }) => {
          notify({ level: 'success', title: fillText(subtitle.import.done, { number: text.number }) });
          onClose();
          void onOpen();
        },
      },
    );
  };
  const footer = (
    <>
      <Button onClick={onClose}>{words.cancel}</Button>
      <Button look="primary" busy={save.isPending} disabled={changes === 0 || edit.unsaved} onClick={apply}>
        {subtitle.import.apply}
      </Button>
    </>
  );
  return (
    <Dialog open title={subtitle.import.title} onClose={onClose} footer={footer} className="import-subtitles">
      <div className="subtitle-form">
        {edit.unsaved && <Banner tone="warning">{subtitle.import.unsaved}</Banner>}
        {save.error && <ErrorPanel error={save.error} title={detail.notSaved} />}
        <SubtitleFileField resourceId={resourceId} subtitleId={edit.id} onRead={setFile} />
        {file && difference && counts && (
          <>
            <p>
              {changes === 0 ? subtitle.import.same : fillText(subtitle.import.counts, counts)}{' '}
              {changes > 0 && subtitle.import.onlyChanges}
            </p>
            {changes > 0 && <Changes before={difference.before} after={file.cues} rows={difference.rows} />}
          </>
        )}
      </div>
    </Dialog>
  );
}

type ChangesProps = {
  before: readonly Cue[];
  after: readonly Cue[];
  rows: NonNullable<ReadFile['difference']>['rows'];
};

/** Changes listed before "show all". */
const atFirst = 100;

function Changes({ before, after, rows }: ChangesProps) {
  const { subtitle, workbench } = useTexts();
  const [all, setAll] = useState(false);
  const changed = rows.filter(({ change }) => change !== 'same');
  return (
    <>
      <table className="cue-diff">
        <thead>
          <tr>
            <th scope="col">{subtitle.list.filters.changed}</th>
            <th scope="col">{subtitle.import.before}</th>
            <th scope="col">{subtitle.import.after}</th>
          </tr>
        </thead>
        <tbody>
          {(all ? changed : changed.slice(0, atFirst)).map((row) => (
            <tr key={`${row.before} ${row.after}`} data-change={row.change}>
              <td>{subtitle.changes[row.change]}</td>
              <td>
                <CueCell cue={row.before === null ? undefined : before[row.before]} />
              </td>
              <td>
                <CueCell cue={row.after === null ? undefined : after[row.after]} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!all && changed.length > atFirst && <Button onClick={() => setAll(true)}>{workbench.diff.more}</Button>}
    </>
  );
}

function CueCell({ cue }: { cue: Cue | undefined }) {
  if (!cue) return '–';
  return (
    <>
      <small>
        {clock(cue.startMs / 1_000, true)} – {clock(cue.endMs / 1_000, true)}
      </small>
      <span>{cue.text}</span>
    </>
  );
}
