import type { Reading, ReadingPart } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { TermDialogs } from '../../components/glossary/term-dialogs.tsx';
import { useReplaceElsewhere } from '../../components/glossary/use-replace-elsewhere.ts';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { placeInAddress } from '../../components/viewers/place-in-address.ts';
import { createViewerLink } from '../../components/viewers/viewer-link.ts';
import { useWalkKeys } from '../../components/walk/use-walk-keys.ts';
import type { TextSource } from '../../components/work/text-href.ts';
import { KeepingStatus } from '../../components/workbench/keeping-status.tsx';
import { lineOfPlace } from '../../components/workbench/model/line-of-place.ts';
import { Workbench } from '../../components/workbench/workbench.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/use-store.ts';
import { BehindSubtitles } from './behind-subtitles.tsx';
import type { KnownVersions } from './known-versions.ts';
import { MediaPane } from './media-pane.tsx';
import { PagePane } from './page-pane.tsx';
import { useRegionRun } from './pages/use-region-run.ts';
import { type TextDialog, TextHeader } from './text-header.tsx';
import { TextNotices } from './text-notices.tsx';
import { useTextEdit } from './use-text-edit.ts';
import { useTextWalk } from './use-text-walk.ts';

type Props = {
  resource: ResourceDetailView;
  source: TextSource;
  opened: Reading;
  known: KnownVersions;
  parts: ReadingPart[];
  refresh: () => Promise<unknown>;
  /** Lets go of this text for the one that is current now. */
  onOpen: () => void;
};

/** A text and all that keeps it: what is above it, what stands beside it, and the text itself. */
export function TextDesk(props: Props) {
  const { resource, source, known, parts, onOpen } = props;
  const { textWork } = useTexts();
  const { searchStr } = useLocation();
  const [link] = useState(() => createViewerLink(placeInAddress(searchStr)));
  const [open, setOpen] = useState<TextDialog | null>(null);
  const walk = useTextWalk(resource.id, source);
  const edit = useTextEdit({ ...props, walk });
  const { work } = edit;
  const region = useRegionRun({ id: resource.id, edit, known, onOpen });
  // A part that is being read goes into the text as it is now.
  const readOnly = edit.readOnly || region.busy;
  const keeping = useStore(edit.keeper.status);
  const { elsewhere, asked, onAsk } = useReplaceElsewhere();
  const extras = useMemo(() => (elsewhere ? { elsewhere } : {}), [elsewhere]);
  useWalkKeys(walk);
  useEffect(() => {
    const line = lineOfPlace(work.state.get().lines, placeInAddress(searchStr));
    if (line) work.reveal(line.key);
  }, [work, searchStr]);
  const empty = parts.every(({ lines }) => lines.length === 0);
  const media =
    source === 'speech' ? (
      <MediaPane resource={resource} work={work} link={link} />
    ) : (
      <PagePane resource={resource} edit={edit} link={link} parts={parts} region={region} />
    );
  return (
    <div className="text-work">
      <TextHeader
        resource={resource}
        source={source}
        edit={edit}
        known={known}
        walk={walk}
        open={open}
        onDialog={setOpen}
        rotation={resource.kind === 'image' ? (parts[0]?.rotation ?? 0) : null}
      />
      <TextNotices
        edit={edit}
        known={known}
        onOpen={onOpen}
        onCompare={() => setOpen('versions')}
        onChooseLanguage={() => setOpen('rerun')}
      />
      {source === 'speech' && resource.kind === 'video' && <BehindSubtitles resourceId={resource.id} edit={edit} />}
      {empty ? (
        <EmptyState icon={source === 'ocr' ? 'document' : 'audio'} title={textWork.noLines.title}>
          {textWork.noLines.text}
        </EmptyState>
      ) : (
        <Workbench
          work={work}
          kind={source === 'speech' ? 'speech' : 'page'}
          link={link}
          readOnly={readOnly}
          extras={extras}
          language={edit.base.language}
          commands={{ save: () => void edit.save(), checkAndGoOn: () => void edit.checkAndGoOn() }}
          media={media}
          status={<KeepingStatus keeping={keeping} unsaved={edit.unsaved} readOnly={edit.readOnly} />}
        />
      )}
      <TermDialogs asked={asked} language={edit.base.language} onAsk={onAsk} />
      {/* What is in the draft is not lost by leaving. */}
      <UnsavedGuard unsaved={edit.unsaved && keeping.state !== 'kept'} within="page" />
    </div>
  );
}
