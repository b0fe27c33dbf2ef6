import { type ReactNode, useEffect, useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { chooseFiles, useDrop } from '../../components/upload/use-drop.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { useOnline } from '../../lib/online.ts';
import { useStore } from '../../lib/store.ts';
import type { UploadFile } from '../../lib/uploads.ts';
import { useLatest } from '../../lib/use-latest.ts';
import {
  BatchLanguageLine,
  choiceOf,
  LanguageForm,
  languageOf,
  lastLanguage,
  rememberLanguage,
} from './batch-language.tsx';
import type { BatchQuestion } from './engine/upload-calls.ts';
import type { UploadSnapshot } from './engine/upload-items.ts';
import { endedPhases, holdingPhases, movingPhases, type UploadItem, type UploadPhase } from './engine/upload-items.ts';
import { TrayFiles } from './tray-files.tsx';
import { useUploads } from './uploads-context.ts';

type Props = { snapshot: UploadSnapshot; expanded: boolean; onToggle: () => void };

export function TrayPanel({ snapshot, expanded, onToggle }: Props) {
  const { upload } = useTexts();
  const format = useFormat();
  const online = useOnline();
  const { engine, decide } = useUploads();
  const [cancelling, setCancelling] = useState(false);
  const { items, counts } = snapshot;
  const question = useStore(engine.questions)[0];
  const current = items.findLast(({ phase, row }) => holdingPhases.has(phase) && row && !row.replacesId)?.row;
  const moving = items.filter(({ phase }) => movingPhases.has(phase));
  const unfinished = items.filter(({ phase }) => !endedPhases.has(phase));
  const toPause = moving.filter(({ phase }) => phase !== 'checking' && phase !== 'unpacking');
  const firstDuplicate = items.find(({ phase }) => phase === 'duplicate');
  const refused = items.filter(({ phase, file }) => phase === 'refused' && file);
  const each = (ids: readonly { id: string }[], act: (id: string) => unknown) => {
    for (const { id } of ids) act(id);
  };

  return (
    <section className="upload-tray" aria-label={upload.title} ref={reserveSpace}>
      <TrayHead snapshot={snapshot}>
        <IconButton
          icon={expanded ? 'chevronDown' : 'arrowUp'}
          label={expanded ? upload.minimise : upload.expand}
          aria-expanded={expanded}
          onClick={onToggle}
        />
        {unfinished.length === 0 && (
          <IconButton icon="close" label={upload.close} onClick={() => void engine.cancel(items.map(({ id }) => id))} />
        )}
      </TrayHead>
      {expanded && (
        <>
          {!online && moving.length > 0 && <p className="upload-note upload-note-warn">{upload.offline}</p>}
          {question && <BatchQuestionForm key={question.batchId} batch={question} items={items} />}
          {!question && current && <BatchLanguageLine key={current.batchId} row={current} />}
          {!question && counts.missing > 0 && <MissingFiles />}
          <TrayFiles items={items} counts={counts} />
          <div className="upload-foot">
            {firstDuplicate && counts.duplicate > 1 && (
              <Button size="small" onClick={() => decide(firstDuplicate.id)}>
                {fillText(upload.decideAll, { count: format.number(counts.duplicate) })}
              </Button>
            )}
            {toPause.length > 0 && (
              <Button size="small" icon="pause" onClick={() => engine.pause(toPause.map(({ id }) => id))}>
                {upload.pauseAll}
              </Button>
            )}
            {counts.paused > 0 && (
              <Button size="small" icon="play" onClick={() => each(items, (id) => engine.resume(id))}>
                {upload.resumeAll}
              </Button>
            )}
            {refused.length > 1 && (
              <Button size="small" icon="refresh" onClick={() => each(refused, (id) => engine.retry(id))}>
                {upload.retryAll}
              </Button>
            )}
            {unfinished.length > 1 && unfinished.some(({ batchId }) => batchId !== question?.batchId) && (
              <Button size="small" look="quiet" onClick={() => setCancelling(true)}>
                {upload.cancelAll}
              </Button>
            )}
          </div>
        </>
      )}
      <ConfirmDialog
        open={cancelling}
        title={fillText(upload.cancelAllTitle, { count: format.number(unfinished.length) })}
        confirmLabel={upload.cancelAllConfirm}
        cancelLabel={upload.keepGoing}
        look="danger"
        onClose={() => setCancelling(false)}
        onConfirm={() => {
          setCancelling(false);
          void engine.cancel(unfinished.map(({ id }) => id));
        }}
      >
        {upload.cancelAllText}
      </ConfirmDialog>
    </section>
  );
}

/** The page ends above the tray, so that the tray covers none of its controls. */
function reserveSpace(tray: HTMLElement): () => void {
  const { style } = document.documentElement;
  const reserve = () => style.setProperty('--upload-tray-height', `${tray.offsetHeight}px`);
  reserve();
  const observer = new ResizeObserver(reserve);
  observer.observe(tray);
  return () => {
    observer.disconnect();
    style.removeProperty('--upload-tray-height');
  };
}

/** Asks for the spoken language of a batch's recordings and for details; its files wait for the answer. */
function BatchQuestionForm({ batch, items }: { batch: BatchQuestion; items: readonly UploadItem[] }) {
  const { upload } = useTexts();
  const { id: userId } = useCurrentUser();
  const { engine } = useUploads();
  const { batchId, libraryId } = batch;
  const [initial] = useState(() => {
    const last = lastLanguage(userId, libraryId);
    return languageOf(last) === undefined ? '' : last;
  });
  return (
    <LanguageForm
      label={batch.needsLanguage ? upload.languageOfRecordings : upload.details}
      asksLanguage={batch.needsLanguage}
      details={batch.asksDetails ? 'open' : 'closed'}
      hint={upload.languageHint}
      initial={initial}
      confirms={batch.needsLanguage && !batch.asksDetails && initial !== ''}
      submitLabel={upload.upload}
      cancelLabel={upload.cancelBatch}
      onSubmit={(language, metadata) => {
        if (batch.needsLanguage) rememberLanguage(userId, libraryId, choiceOf(language));
        engine.declare(batchId, { metadata, ...(batch.needsLanguage && { language }) });
      }}
      onCancel={() => void engine.cancel(items.filter((item) => item.batchId === batchId).map(({ id }) => id))}
    />
  );
}

/** After a reload, asks for the same files again, so that their uploads can resume. */
function MissingFiles() {
  const { upload } = useTexts();
  const format = useFormat();
  const { engine } = useUploads();
  const take = (files: readonly UploadFile[]) => {
    if (files.length === 0) return;
    const others = engine.reunite(files);
    if (others.length === 0) return;
    const title = fillText(upload.notAmongThem, { count: format.number(others.length) });
    notify({ level: 'warning', title, text: upload.notAmongThemText });
  };
  const { over, handlers } = useDrop(take);
  return (
    <div className={over ? 'upload-missing upload-missing-over' : 'upload-missing'} {...handlers}>
      <p>{upload.missingText}</p>
      <div className="upload-missing-actions">
        <Button size="small" icon="folder" onClick={() => void chooseFiles({ folder: true }).then(take)}>
          {upload.chooseFolder}
        </Button>
        <Button size="small" icon="document" onClick={() => void chooseFiles().then(take)}>
          {upload.chooseFiles}
        </Button>
      </div>
    </div>
  );
}

/** Total progress in one line and a bar. */
function TrayHead({ snapshot, children }: { snapshot: UploadSnapshot; children: ReactNode }) {
  const { upload } = useTexts();
  const format = useFormat();
  const { items, counts, totalBytes, sentBytes } = snapshot;
  const { engine } = useUploads();
  const needsLanguage = useStore(engine.questions)[0]?.needsLanguage ?? true;
  const waiting = needsLanguage ? upload.languageTitle : upload.detailsTitle;
  const moving = sum(counts, [...movingPhases]) > 0;
  const asking = sum(counts, ['undeclared', 'duplicate', 'refused']);
  const left = useTimeLeft(moving, sentBytes, totalBytes);
  const share = totalBytes > 0 ? sentBytes / totalBytes : 1;
  const bytes = fillText(upload.progress, { sent: format.bytes(sentBytes), total: format.bytes(totalBytes) });
  const detail = [
    moving && bytes,
    moving && left !== null && fillText(upload.timeLeft, { time: format.duration(left) }),
    asking > 0 && (moving || counts.done > 0) && fillText(upload.asking, { count: format.number(asking) }),
  ].filter(Boolean);

  return (
    <div className="upload-head">
      <div className="upload-head-words">
        <h2>
          {/* How it ends is read out; not each file on the way. */}
          <span role="status" aria-live={moving ? 'off' : 'polite'}>
            {headline(snapshot, moving, format.number, { ...upload, waiting })}
          </span>
        </h2>
        {detail.length > 0 && <p>{detail.join(' · ')}</p>}
      </div>
      {children}
      {(moving || counts.paused + counts.missing > 0) && (
        <progress
          className="upload-bar"
          aria-label={upload.progressLabel}
          max={100}
          value={items.length > 0 ? Math.floor(share * 100) : 0}
        />
      )}
    </div>
  );
}

function headline(
  { items, counts }: UploadSnapshot,
  moving: boolean,
  number: (value: number) => string,
  texts: ReturnType<typeof useTexts>['upload'] & { waiting: string },
): string {
  if (moving || counts.paused > 0) {
    return fillText(texts.sending, { done: number(counts.done), total: number(items.length) });
  }
  if (counts.undeclared > 0) return fillText(texts.waiting, { count: number(counts.undeclared) });
  if (counts.missing > 0) return fillText(texts.waitingTitle, { count: number(counts.missing) });
  if (counts.done === 0) return fillText(texts.asking, { count: number(items.length) });
  return fillText(texts.sent, { total: number(counts.done) });
}

function sum(counts: UploadSnapshot['counts'], phases: readonly UploadPhase[]): number {
  return phases.reduce((total, phase) => total + counts[phase], 0);
}

/** Remaining time, updated once per second from recent throughput. */
function useTimeLeft(moving: boolean, sentBytes: number, totalBytes: number): number | null {
  const [left, setLeft] = useState<number | null>(null);
  const latest = useLatest({ sentBytes, totalBytes });
  useEffect(() => {
    if (!moving) return;
    const samples: { at: number; bytes: number }[] = [];
    const timer = setInterval(() => {
      samples.push({ at: performance.now(), bytes: latest.current.sentBytes });
      if (samples.length > 10) samples.shift();
      setLeft(timeLeftMs(samples, latest.current.totalBytes));
    }, 1_000);
    return () => {
      clearInterval(timer);
      setLeft(null);
    };
  }, [moving]);
  return left;
}

const shortestMs = 3_000;

/** Remaining time at the pace of the samples, in milliseconds; null when it can't be estimated. */
function timeLeftMs(samples: readonly { at: number; bytes: number }[], totalBytes: number): number | null {
  const first = samples[0];
  const last = samples.at(-1);
  if (!first || !last || last.at - first.at < shortestMs) return null;
  const pace = (last.bytes - first.bytes) / (last.at - first.at);
  const rest = totalBytes - last.bytes;
  if (pace <= 0 || rest <= 0) return null;
  return Math.ceil(rest / pace / 1000) * 1000;
}
