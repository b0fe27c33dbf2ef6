import { getSubtitle, type SubtitleVersion } from '@lectern/contract/features/subtitle.ts';
import { restoreSubtitleVersion } from '@lectern/contract/features/subtitle-change.ts';
import { subtitleOriginWords } from '@lectern/contract/features/subtitle-words.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { clock } from '../../../components/viewers/media/clock.ts';
import { engineWords } from '../../../components/work/engine-name.ts';
import { DiffView } from '../../../components/workbench/diff-view.tsx';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { cuesOf } from '../model/cue-lines.ts';
import type { KnownTexts } from './opened-subtitle.ts';
import { type SubtitleEdit, showingSubtitles } from './use-subtitle-edit.ts';

type Props = { edit: SubtitleEdit; texts: KnownTexts; onOpen: () => Promise<void>; onClose: () => void };

/** Every text of the track, and what is different between one of them and what is on screen. */
export function VersionsDialog({ edit, texts, onOpen, onClose }: Props) {
  const { textWork, subtitle } = useTexts();
  const format = useFormat();
  const { versions } = texts;
  const offered = versions.find(({ number }) => number === edit.track.offered);
  const [chosen, setChosen] = useState(offered ?? versions.find(({ id }) => id !== edit.base.id));
  const origins = inLanguage(subtitleOriginWords);
  return (
    <Dialog open title={subtitle.versionsTitle} className="text-versions-dialog" onClose={onClose}>
      <div className="text-versions">
        <ul className="text-versions-list">
          {versions.map((version) => (
            <li key={version.id}>
              <button type="button" aria-pressed={version.id === chosen?.id} onClick={() => setChosen(version)}>
                <b>
                  {fillText(subtitle.version, { number: version.number })}
                  {version.id === edit.base.id && <em> · {textWork.current}</em>}
                </b>
                <span>{origins[version.origin]}</span>
                <small>
                  {[
                    version.createdBy ?? (version.engine && engineWords(version.engine)),
                    format.dateTime(version.createdAt),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </button>
            </li>
          ))}
        </ul>
        {chosen ? (
          <Comparison key={chosen.id} version={chosen} edit={edit} onOpen={onOpen} onClose={onClose} />
        ) : (
          <p>{textWork.versionsHint}</p>
        )}
      </div>
    </Dialog>
  );
}

/** A cue as a line that can be compared. */
function lineOf({ startMs, endMs, text }: Cue): string {
  return `${clock(startMs / 1_000, true)}–${clock(endMs / 1_000, true)}  ${text.replaceAll('\n', ' / ')}`;
}

type ComparisonProps = Omit<Props, 'texts'> & { version: SubtitleVersion };

function Comparison({ version, edit, onOpen, onClose }: ComparisonProps) {
  const { textWork } = useTexts();
  const { id } = edit;
  const query = { versionId: version.id };
  const older = useQuery({ ...queryOf(getSubtitle, { params: { id }, query }, { quiet: true }), retry: false });
  const restore = useMutationOf(restoreSubtitleVersion, { invalidates: showingSubtitles, idempotent: true });
  const before = useMemo(() => older.data?.cues.map(lineOf) ?? [], [older.data]);
  const { lines } = edit.work.state.get();
  const after = useMemo(() => cuesOf(lines).map(lineOf), [lines]);
  const mayRestore = edit.mayEdit && !edit.readOnly && !edit.unsaved && version.id !== edit.base.id;
  return (
    <div className="text-versions-diff">
      {older.isPending && (
        <SkeletonRegion>
          <Skeleton height={160} />
        </SkeletonRegion>
      )}
      {older.error && <ErrorPanel error={older.error} onRetry={() => void older.refetch()} />}
      {older.data && <DiffView before={before} after={after} />}
      {mayRestore && older.data && (
        <Button
          busy={restore.isPending}
          onClick={() =>
            restore.mutate(
              { params: { id, versionId: version.id }, body: { baseId: edit.base.id } },
              {
                onSuccess: ({ text }) => {
                  const title = fillText(textWork.restored, { number: text.number, from: version.number });
                  notify({ level: 'success', title });
                  onClose();
                  void onOpen();
                },
              },
            )
          }
        >
          {textWork.restore}
        </Button>
      )}
    </div>
  );
}
