import type { Reading, ReadingPart } from '@lectern/contract/features/reading.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { EditLockBanner } from '../../components/detail/detail-notices.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { TermDialogs } from '../../components/glossary/term-dialogs.tsx';
import { useReplaceElsewhere } from '../../components/glossary/use-replace-elsewhere.ts';
import { OutOfDateBanner } from '../../components/subtitle/out-of-date-banner.tsx';
import { useTracks } from '../../components/subtitle/use-tracks.ts';
import { UnsavedGuard } from '../../components/unsaved-guard.tsx';
import { createViewerLink, placeInAddress } from '../../components/viewers/viewer-link.ts';
import { useWalkKeys } from '../../components/walk/walk-buttons.tsx';
import type { TextSource } from '../../components/work/text-href.ts';
import { languageName } from '../../components/work/work-words.ts';
import { KeepingStatus } from '../../components/workbench/keeping-status.tsx';
import { lineOfPlace } from '../../components/workbench/model/line-at-time.ts';
import { LeftBehindBanner, NewerBanner } from '../../components/workbench/text-banners.tsx';
import { Workbench } from '../../components/workbench/workbench.tsx';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/store.ts';
import { MediaPane } from './media-pane.tsx';
import { PagePane } from './page-pane.tsx';
import { useRegionRun } from './pages/use-region-run.ts';
import { type TextDialog, TextHeader } from './text-header.tsx';
import { type TextEdit, useTextEdit } from './use-text-edit.ts';
import type { KnownVersions } from './use-text-parts.ts';
import { useTextWalk } from './use-text-walk.ts';

type Props = {
  resource: ResourceDetailView;
  source: TextSource;
  opened: Reading;
  known: KnownVersions;
  parts: ReadingPart[];
  refresh: () => Promise<unknown>;
  /** Closes this text and opens the current one. */
  onOpen: () => void;
};

/** Layout: header and notices above, the source beside the text. */
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
  // The result for a region is inserted into the text as it is now, so editing waits for it.
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

/** Subtitles that still follow the transcript before its corrections; shown once the corrections are saved. */
function BehindSubtitles({ resourceId, edit }: { resourceId: string; edit: TextEdit }) {
  const { data } = useTracks(resourceId);
  const behind = data?.mayEdit && !edit.unsaved ? data.tracks.filter((track) => track.behind) : [];
  if (behind.length === 0) return null;
  return (
    <div className="text-work-notices">
      {behind.map((track) => (
        <OutOfDateBanner key={track.id} track={track} disabled={edit.newer !== null} />
      ))}
    </div>
  );
}

type TextNoticesProps = {
  edit: TextEdit;
  known: KnownVersions;
  onOpen: () => void;
  onCompare: () => void;
  /** Opens the dialog for transcribing again in another language. */
  onChooseLanguage: () => void;
};

/** Notices above the text: another editor, a draft, a newer version, an error. */
function TextNotices({ edit, known, onOpen, onCompare, onChooseLanguage }: TextNoticesProps) {
  const { textWork } = useTexts();
  const { lock, found, newer, base, error } = edit;
  const locked = lock.other !== null || lock.finished !== null;
  const goOn = () => {
    void found.look().then(() => {
      lock.goOn();
      if (newer) onOpen();
    });
  };
  return (
    <div className="text-work-notices">
      <EditLockBanner lock={lock} onGoOn={goOn} />
      {!known.mayEdit && (
        <Banner tone="info" icon="eye">
          {textWork.mayNot}
        </Banner>
      )}
      {base.stale && <Banner tone="warning">{fillText(textWork.stale, { number: base.versionNumber })}</Banner>}
      {base.withheld && <WithheldBanner edit={edit} onChooseLanguage={onChooseLanguage} />}
      {!locked && <LeftBehindBanner left={found} baseId={base.id} />}
      {found.error && <ErrorPanel error={found.error} />}
      {!locked && newer && <NewerBanner newer={newer} unsaved={edit.unsaved} onOpen={onOpen} />}
      {!locked && !newer && edit.offered && known.mayEdit && (
        <Banner tone="info" actions={<Button onClick={onCompare}>{textWork.compare}</Button>}>
          {fillText(textWork.offered, { number: edit.offered.number })}
        </Banner>
      )}
      {error && error.status !== 409 && (
        <ErrorPanel error={error} title={textWork.notSaved} onRetry={() => void edit.save()} />
      )}
      {error?.status === 409 && !newer && <Banner tone="warning">{textWork.conflict}</Banner>}
    </div>
  );
}

function WithheldBanner({ edit, onChooseLanguage }: { edit: TextEdit; onChooseLanguage: () => void }) {
  const { textWork } = useTexts();
  const { withheld } = textWork;
  const language = edit.base.language;
  return (
    <Banner
      tone="warning"
      actions={
        edit.mayCheck && (
          <>
            <Button busy={edit.saving} onClick={() => void edit.confirm()}>
              {withheld.confirm}
            </Button>
            <Button look="quiet" onClick={onChooseLanguage}>
              {withheld.chooseLanguage}
            </Button>
          </>
        )
      }
    >
      {language ? fillText(withheld.text, { language: languageName(language) }) : withheld.unknown}
    </Banner>
  );
}
