import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { useOnline } from '../../lib/online.ts';
import { useStore } from '../../lib/use-store.ts';
import { BatchLanguageLine } from './batch-language.tsx';
import { endedPhases, holdingPhases, movingPhases } from './engine/upload-item.ts';
import type { UploadSnapshot } from './engine/upload-items.ts';
import { LanguageQuestion } from './language-question.tsx';
import { MissingFiles } from './missing-files.tsx';
import { TrayFiles } from './tray-files.tsx';
import { TrayHead } from './tray-head.tsx';
import { useUploads } from './uploads-context.ts';

type Props = { snapshot: UploadSnapshot; expanded: boolean; onToggle: () => void };

export function TrayPanel({ snapshot, expanded, onToggle }: Props) {
  const { upload } = useTexts();
  const format = useFormat();
  const online = useOnline();
  const { engine, decide } = useUploads();
  const [cancelling, setCancelling] = useState(false);
  const { items, counts } = snapshot;
  const question = useStore(engine.languageQuestions)[0];
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
    <section className="upload-tray" aria-label={upload.title}>
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
          {question && <LanguageQuestion key={question.batchId} batch={question} items={items} />}
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
