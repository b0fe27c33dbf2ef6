import { useStore } from '../../../lib/use-store.ts';
import { homeDialog } from '../home-dialog.ts';
import { useHomeDeeds } from '../use-home-deeds.ts';
import { useHomeDraft } from '../use-home-draft.ts';
import { AddDialog } from './add-dialog.tsx';
import { AddSlotDialog } from './add-slot-dialog.tsx';
import { CopyDialog } from './copy-dialog.tsx';
import { CoverDialog } from './cover-dialog.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { HistoryDialog } from './history-dialog.tsx';
import { PreviewDialog } from './preview-dialog.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import './home-dialogs.css';

/** The dialog that is open, if one is. */
export function HomeDialogs() {
  const dialog = useStore(homeDialog);
  const deeds = useHomeDeeds();
  const draft = useHomeDraft().data;
  if (!draft) return null;
  switch (dialog?.kind) {
    case 'addSlot':
      return <AddSlotDialog draft={draft} deeds={deeds} />;
    case 'add':
      return <AddDialog slot={dialog.slot} entry={null} deeds={deeds} />;
    case 'replace':
      return <AddDialog slot={dialog.slot} entry={dialog.entry} deeds={deeds} />;
    case 'cover':
      return <CoverDialog entry={dialog.entry} deeds={deeds} />;
    case 'copy':
      return <CopyDialog entry={dialog.entry} draft={draft} deeds={deeds} />;
    case 'publish':
      return <PublishDialog draft={draft} />;
    case 'discard':
      return <DiscardDialog deeds={deeds} />;
    case 'history':
      return <HistoryDialog draft={draft} />;
    case 'preview':
      return <PreviewDialog of={dialog.of} />;
    default:
      return null;
  }
}
