import { lazyPage } from '../../lib/lazy-page.tsx';
import { useStore } from '../../lib/store.ts';
import { ChooseDialog } from './choose-dialog.tsx';
import { CreateWordDialog } from './create-word-dialog.tsx';
import { wordDialog } from './word-dialog.ts';

/** Its code comes when somebody imports. */
const ImportWordsDialog = lazyPage(async () => (await import('./import-words-dialog.tsx')).ImportWordsDialog);

/** Whatever an action on words needs to ask. */
export function WordDialogs() {
  const open = useStore(wordDialog);
  switch (open?.kind) {
    case 'create':
      return <CreateWordDialog />;
    case 'import':
      return <ImportWordsDialog />;
    case 'choose':
      return <ChooseDialog action={open.action} target={open.target} />;
    default:
      return null;
  }
}
