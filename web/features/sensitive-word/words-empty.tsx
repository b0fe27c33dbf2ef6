import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { mayManage } from './word-actions.ts';
import { wordDialog } from './word-dialog.ts';
import './word-page.css';

/** What the library is for, and the two ways to begin. */
export function WordsEmpty() {
  const { sensitiveWord } = useTexts();
  const me = useCurrentUser();
  const ways = (
    <div className="words-begin">
      <Button icon="upload" onClick={() => wordDialog.set({ kind: 'import' })}>
        {sensitiveWord.actions.import}
      </Button>
      <Button look="primary" icon="plus" onClick={() => wordDialog.set({ kind: 'create' })}>
        {sensitiveWord.actions.create}
      </Button>
    </div>
  );
  return (
    <EmptyState icon="shield" title={sensitiveWord.emptyTitle} action={mayManage(me) && ways}>
      {sensitiveWord.emptyText}
    </EmptyState>
  );
}
