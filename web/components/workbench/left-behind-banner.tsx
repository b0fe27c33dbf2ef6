import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Banner } from '../banner.tsx';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import type { LeftBehind } from './use-left-behind.ts';

/** Whose draft it is and of when; to go on with, to take over, or to throw away after a question. */
export function LeftBehindBanner({ left, baseId }: { left: LeftBehind; baseId: string }) {
  const { textWork } = useTexts();
  const format = useFormat();
  const [asks, setAsks] = useState(false);
  const { draft, busy } = left;
  if (!draft) return null;
  const said = draft.own ? textWork.draft.own : textWork.draft.others;
  return (
    <>
      <Banner
        tone="warning"
        icon="edit"
        actions={
          <>
            <Button onClick={() => setAsks(true)}>{textWork.draft.discard}</Button>
            <Button look="primary" busy={busy} onClick={() => void left.goOn()}>
              {draft.own ? textWork.draft.goOn : textWork.draft.takeOver}
            </Button>
          </>
        }
      >
        {fillText(said, { name: draft.by.name, time: format.dateTime(draft.updatedAt) })}{' '}
        {draft.baseId !== baseId && textWork.draft.older}
      </Banner>
      <ConfirmDialog
        open={asks}
        title={textWork.draft.discardTitle}
        confirmLabel={textWork.draft.discardConfirm}
        look="danger"
        busy={busy}
        onConfirm={() => {
          setAsks(false);
          void left.discard();
        }}
        onClose={() => setAsks(false)}
      >
        {textWork.draft.discardText}
      </ConfirmDialog>
    </>
  );
}
