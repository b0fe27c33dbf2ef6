import { type ReactNode, useEffect, useRef } from 'react';
import { useMedia } from '../../components/use-media.ts';
import { registerActions } from '../../lib/actions.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { useStore } from '../../lib/use-store.ts';
import { Banners } from './banners.tsx';
import { Drawer } from './drawer.tsx';
import { Header } from './header.tsx';
import { closeOverlay, overlay } from './overlays.ts';
import { PaletteHost } from './palette-host.tsx';
import { shellActions } from './shell-actions.ts';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { Sidebar } from './sidebar.tsx';
import { UploadHost } from './upload-host.tsx';
import { useActionKeys } from './use-action-keys.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { usePageRoute } from './use-page-route.ts';
import '../../components/visually-hidden.css';
import './shell.css';

/** The frame around every page: brand, header, menu, banners, palette. */
export function Shell({ children }: { children: ReactNode }) {
  const { shell, routes } = useTexts();
  const route = usePageRoute();
  const narrow = useMedia('(max-width: 899px)');
  const open = useStore(overlay);
  const content = useRef<HTMLElement>(null);
  useEffect(() => registerActions(shellActions), []);
  // Whoever signs in next starts with a clear view.
  useEffect(() => () => overlay.set(null), []);
  // Another page starts at its top. In braces: newer browsers answer scrollTo with a promise, and React takes what an effect returns for its clean-up.
  useEffect(() => {
    if (route) void content.current?.scrollTo(0, 0);
  }, [route]);
  useActionKeys();
  useKeptFocus();

  return (
    <div className={narrow ? 'shell shell-narrow' : 'shell'}>
      <a className="shell-skip" href="#content">
        {shell.skipToContent}
      </a>
      <Header route={route} narrow={narrow} />
      {narrow ? (
        <Drawer route={route} />
      ) : (
        <div className="shell-menu">
          <Sidebar route={route} />
        </div>
      )}
      <div className="shell-main">
        <Banners />
        <main ref={content} id="content" className="shell-content" tabIndex={-1}>
          {children}
        </main>
      </div>
      <div className="visually-hidden" aria-live="polite">
        {route && routes[route.id]}
      </div>
      <PaletteHost />
      <UploadHost />
      <ShortcutsDialog open={open === 'shortcuts'} onClose={() => closeOverlay('shortcuts')} />
    </div>
  );
}
