import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Dialog } from '../dialog.tsx';
import { ExplainChain } from './explain-chain.tsx';
import { pageNameOf } from './page-name.ts';

type Props = { userId: string; path: string; onClose: () => void };

export function ExplainDialog({ userId, path, onClose }: Props) {
  const texts = useTexts();
  const title = fillText(texts.permissionGroup.explain.title, { page: pageNameOf(path, texts) });
  return (
    <Dialog open title={title} onClose={onClose}>
      <ExplainChain userId={userId} path={path} />
    </Dialog>
  );
}
