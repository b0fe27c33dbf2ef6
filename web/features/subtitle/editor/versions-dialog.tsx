import { getSubtitle, type SubtitleVersion } from '@lectern/contract/features/subtitle.ts';
import { restoreSubtitleVersion } from '@lectern/contract/features/subtitle-change.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { clock } from '../../../components/viewers/media/clock.ts';
import {
  makerOf,
  VersionComparison,
  VersionPending,
  VersionsDialog as Versions,
} from '../../../components/workbench/versions-dialog.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../../lib/queries.ts';
import { cuesOf } from '../model/cue-lines.ts';
import type { KnownTexts } from './desk-context.ts';
import { type SubtitleEdit, showingSubtitles } from './use-subtitle-edit.ts';

type Props = { edit: SubtitleEdit; texts: KnownTexts; onOpen: () => Promise<void>; onClose: () => void };

/** All versions of the track, and the differences between one of them and the text on screen. */
export function VersionsDialog({ edit, texts, onOpen, onClose }: Props) {
  const { subtitle, textWork } = useTexts();
  const { versions } = texts;
  return (
    <Versions
      title={subtitle.versionsTitle}
      versions={versions}
      currentId={edit.base.id}
      current={textWork.current}
      first={versions.find(({ number }) => number === edit.track.offered)}
      by={makerOf}
      about={({ origin }) => <span>{subtitle.origins[origin]}</span>}
      onClose={onClose}
    >
      {(version) => <Comparison version={version} edit={edit} onOpen={onOpen} onClose={onClose} />}
    </Versions>
  );
}

/** A cue as one line for the comparison. */
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
  const putBack = () =>
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
    );
  if (!older.data)
    return (
      <VersionPending
        ready={false}
        error={older.error}
        retrying={older.isFetching}
        onRetry={() => void older.refetch()}
      />
    );
  return (
    <VersionComparison
      {...{ version, before, after }}
      onRestore={mayRestore ? putBack : undefined}
      restoring={restore.isPending}
    />
  );
}
