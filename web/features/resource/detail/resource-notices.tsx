import { jobCauses } from '@lectern/contract/features/job-cause.ts';
import { listResourceWork, runStep } from '@lectern/contract/features/machine-work.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { type ReactNode, useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Banner } from '../../../components/banner.tsx';
import { Button } from '../../../components/button.tsx';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { currentLanguageNames } from '../../../components/resource/list/current-language-names.ts';
import { causeOf } from '../../../components/work/work-words.ts';
import { useFormat } from '../../../lib/format.ts';
import { sentenceGap } from '../../../lib/i18n/punctuation.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { useMutationOf } from '../../../lib/queries.ts';
import { PublishChecklist } from './publish-checklist.tsx';
import type { ResourceEdit } from './use-resource-edit.ts';

/** Rarely shown, so its code loads after the page. */
const ScanNotice = lazyPart(async () => (await import('./scan-notice.tsx')).ScanNotice);

type Props = {
  resource: ResourceDetailView;
  edit: ResourceEdit;
  /** Opens the processing tab. */
  onProcessing: () => void;
  /** Opens the tab with the metadata. */
  onInfo: () => void;
};

/** Notices above the content: reasons for the state, what is scheduled, and who is editing. */
export function ResourceNotices({ resource, edit, onProcessing, onInfo }: Props) {
  const texts = useTexts();
  const format = useFormat();
  const { resourceDetail } = texts;
  const { failed: sentence, failedCode } = resource.current.facts;
  const causeCode = jobCauses.find((code) => code === failedCode) ?? null;
  const failed = typeof sentence === 'string' ? causeOf({ cause: sentence, causeCode }) : null;
  const { duplicates } = resource.counts;
  const times = [
    resource.publishAt && fillText(resourceDetail.publishAt, { time: format.dateTime(resource.publishAt) }),
    resource.offlineAt && fillText(resourceDetail.offlineAt, { time: format.dateTime(resource.offlineAt) }),
  ].filter(Boolean);
  return (
    <div className="detail-page-notices">
      {stateNotice(resource, texts)}
      <PublishChecklist resource={resource} onForm={onInfo} />
      {resource.state !== 'trashed' && <ScanNotice resource={resource} />}
      {resource.workFailed && (
        <Banner
          tone="bad"
          actions={
            <Button size="small" onClick={onProcessing}>
              {texts.reading.toProcessing}
            </Button>
          }
        >
          {failed ? (
            <>
              <strong>{resourceDetail.failedTitle}</strong>
              {sentenceGap()}
              {failed}
            </>
          ) : (
            resourceDetail.stepFailed
          )}
        </Banner>
      )}
      <LanguageNotice resource={resource} />
      {times.length > 0 && (
        <Banner tone="info" icon="clock">
          {times.join(' · ')}
        </Banner>
      )}
      {duplicates > 0 && resource.mayEdit && (
        <Banner
          tone="info"
          icon="copy"
          actions={
            <AppLink className="action" to="/app/resource/info?duplicates=yes">
              {resourceDetail.showDuplicates}
            </AppLink>
          }
        >
          {fillText(resourceDetail.duplicates, { count: duplicates })}
        </Banner>
      )}
      <DetailNotices lock={edit.lock} onGoOn={edit.goOn} form={edit.form} />
    </div>
  );
}

function stateNotice({ state, stateReason }: ResourceDetailView, { resourceDetail }: Texts): ReactNode {
  const because = (text: string) => stateReason && fillText(text, { reason: stateReason });
  switch (state) {
    case 'processing':
      return <Banner tone="info">{resourceDetail.processingText}</Banner>;
    case 'rejected':
      return (
        <Banner tone="warning">
          <strong>{because(resourceDetail.rejectedBecause)}</strong>
          {sentenceGap()}
          {resourceDetail.rejectedText}
        </Banner>
      );
    case 'offline':
      return stateReason ? <Banner tone="info">{because(resourceDetail.offlineBecause)}</Banner> : null;
    case 'trashed':
      return (
        <Banner tone="warning" icon="trash">
          <strong>{because(resourceDetail.trashedBecause)}</strong>
          {sentenceGap()}
          {resourceDetail.trashedText}
        </Banner>
      );
    default:
      return null;
  }
}

/** Offers to transcribe again after the language of a recording was changed. */
function LanguageNotice({ resource }: { resource: ResourceDetailView }) {
  const { resourceDetail, words } = useTexts();
  const { id, kind, language, mayEdit } = resource;
  const [known, setKnown] = useState(language);
  const run = useMutationOf(runStep, { invalidates: [listResourceWork], idempotent: true });
  const speaks = kind === 'video' || kind === 'audio';
  if (!speaks || !mayEdit || !language || language === known) return null;
  const again = () =>
    run.mutate({ params: { id, kind: 'asr' }, body: { options: {} } }, { onSuccess: () => setKnown(language) });
  return (
    <Banner
      tone="info"
      icon="audio"
      actions={
        <>
          <Button size="small" busy={run.isPending} onClick={again}>
            {resourceDetail.hearAgain}
          </Button>
          <Button size="small" look="quiet" onClick={() => setKnown(language)}>
            {words.close}
          </Button>
        </>
      }
    >
      {fillText(resourceDetail.languageChanged, { language: currentLanguageNames()[language] ?? language })}
    </Banner>
  );
}
