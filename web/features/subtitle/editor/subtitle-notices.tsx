import { apiBase } from '@lectern/contract/constants.ts';
import { useState } from 'react';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { EditLockBanner } from '../../../components/detail/detail-notices.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { OutOfDateBanner } from '../../../components/subtitle/out-of-date-banner.tsx';
import { isUnderWay, workState } from '../../../components/work/work-state.tsx';
import { causeOf } from '../../../components/work/work-words.ts';
import { LeftBehindBanner, NewerBanner } from '../../../components/workbench/text-banners.tsx';
import { joinSentences } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { KnownTexts, OpenedSubtitle } from './desk-context.ts';
import { VersionsDialog } from './later-parts.ts';
import { useRecut } from './use-recut.ts';
import type { SubtitleEdit } from './use-subtitle-edit.ts';

type Props = {
  edit: SubtitleEdit;
  live: OpenedSubtitle;
  texts: KnownTexts;
  hasTranscript: boolean;
  onOpen: () => Promise<void>;
};

/** Notices above the cues: another editor, a draft, a newer text, an error, running work. */
export function SubtitleNotices({ edit, live, texts, hasTranscript, onOpen }: Props) {
  const { textWork, subtitle } = useTexts();
  const { lock, left, newer, error, track, mayEdit } = edit;
  const locked = lock.other !== null || lock.finished !== null;
  const goOn = () => {
    void left.look().then(() => {
      lock.goOn();
      if (newer) void onOpen();
    });
  };
  return (
    <div className="text-work-notices">
      <EditLockBanner lock={lock} onGoOn={goOn} />
      {!mayEdit && (
        <Banner tone="info" icon="eye">
          {live.masked ? subtitle.masked : subtitle.mayNot}
        </Banner>
      )}
      {mayEdit && track.behind && hasTranscript && (
        <OutOfDateBanner track={track} disabled={edit.readOnly || edit.unsaved} onDone={() => void onOpen()} />
      )}
      {mayEdit && track.stale && !(track.behind && hasTranscript) && (
        <StaleBanner edit={edit} hasTranscript={hasTranscript} onOpen={onOpen} />
      )}
      {!locked && !edit.readOnly && <OfferedBanner edit={edit} texts={texts} onOpen={onOpen} />}
      {!locked && left.draft && <LeftBehindBanner left={left} baseId={edit.base.id} />}
      {left.error && <ErrorPanel error={left.error} />}
      {!locked && newer && <NewerBanner newer={newer} unsaved={edit.unsaved} onOpen={() => void onOpen()} />}
      {error && error.status !== 409 && (
        <ErrorPanel error={error} title={textWork.notSaved} onRetry={() => void edit.save()} />
      )}
      {error?.status === 409 && !newer && <Banner tone="warning">{error.message || textWork.conflict}</Banner>}
      <WorkNotices live={live} />
    </div>
  );
}

function StaleBanner({ edit, hasTranscript, onOpen }: Pick<Props, 'edit' | 'hasTranscript' | 'onOpen'>) {
  const { subtitle } = useTexts();
  const recut = useRecut(edit, onOpen);
  const mayCut = hasTranscript && !edit.readOnly && !edit.unsaved && edit.track.offered === null;
  const action = (
    <Button busy={recut.busy} onClick={recut.run}>
      {subtitle.track.recut}
    </Button>
  );
  return (
    <Banner tone="warning" actions={mayCut && action}>
      {subtitle.stale}
    </Banner>
  );
}

/** Offers the machine's newer text, which never replaces edited text automatically. */
function OfferedBanner({ edit, texts, onOpen }: Pick<Props, 'edit' | 'texts' | 'onOpen'>) {
  const { subtitle } = useTexts();
  const [compares, setCompares] = useState(false);
  const { offered } = edit.track;
  if (offered === null) return null;
  return (
    <>
      <Banner tone="info" actions={<Button onClick={() => setCompares(true)}>{subtitle.seeOffered}</Button>}>
        {fillText(subtitle.offered, { number: offered })}
      </Banner>
      {compares && <VersionsDialog edit={edit} texts={texts} onOpen={onOpen} onClose={() => setCompares(false)} />}
    </>
  );
}

function WorkNotices({ live: { translation, burnedIn } }: { live: OpenedSubtitle }) {
  const texts = useTexts();
  const { subtitle } = texts;
  return (
    <>
      {translation && (
        <Banner tone={isUnderWay(translation.state) ? 'info' : 'warning'}>
          {isUnderWay(translation.state) ? (
            <>
              {subtitle.translation.running} · {workState(translation, texts)}
            </>
          ) : (
            joinSentences(subtitle.translation.failed, causeOf(translation) ?? '')
          )}
        </Banner>
      )}
      {burnedIn && (
        <Banner
          tone={burnedIn.state === 'failed' ? 'warning' : 'info'}
          icon="video"
          actions={
            burnedIn.url && (
              <a className="action" href={apiBase + burnedIn.url} target="_blank" rel="noreferrer">
                {subtitle.burned.open}
              </a>
            )
          }
        >
          {burnedIn.url && !isUnderWay(burnedIn.state)
            ? fillText(subtitle.burned.done, { number: burnedIn.number })
            : isUnderWay(burnedIn.state)
              ? subtitle.burned.running
              : joinSentences(subtitle.burned.failed, burnedIn.cause ?? '')}{' '}
          {isUnderWay(burnedIn.state) && workState(burnedIn, texts)}
        </Banner>
      )}
    </>
  );
}
