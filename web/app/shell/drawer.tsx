import type { Route } from '@lectern/contract/routes.ts';
import { Dialog } from '../../components/dialog.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/use-store.ts';
import { Brand } from './brand.tsx';
import { closeOverlay, overlay } from './overlays.ts';
import { Sidebar } from './sidebar.tsx';
import './drawer.css';

const close = () => closeOverlay('drawer');

/** The sidebar of narrow windows. */
export function Drawer({ route }: { route: Route | undefined }) {
  const { shell } = useTexts();
  const open = useStore(overlay) === 'drawer';
  return (
    <Dialog open={open} title={shell.mainMenu} bare className="drawer" onClose={close}>
      <Brand />
      <Sidebar route={route} onNavigate={close} />
    </Dialog>
  );
}
