import { matchRoute, type Route } from '@lectern/contract/routes.ts';
import { useLocation } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { tinykeys } from 'tinykeys';
import { Dialog, focusHome } from '../../components/dialog.tsx';
import { KeyHint, keyNames } from '../../components/key-hint.tsx';
import { useMedia } from '../../components/use-media.ts';
import type { PaletteProps } from '../../features/palette/palette.tsx';
import { mayBeLeft } from '../../features/upload/left-mark.ts';
import { type Action, registerActions, runAction, useActions } from '../../lib/actions.ts';
import { inChunkTime } from '../../lib/chunk-time.ts';
import { useCurrentUser } from '../../lib/current-user.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPage } from '../../lib/lazy-page.tsx';
import { navigate } from '../../lib/navigation.ts';
import { notify } from '../../lib/notifications.ts';
import { useStore } from '../../lib/store.ts';
import { uploadOrders } from '../../lib/uploads.ts';
import { Banners } from './banners.tsx';
import { Brand, Header } from './header.tsx';
import { closeOverlay, overlay } from './overlays.ts';
import { shellActions } from './shell-actions.ts';
import { Sidebar } from './sidebar.tsx';
import '../../components/visually-hidden.css';
import './shell.css';
import './drawer.css';
import './shortcuts-dialog.css';

type Shortcut = { id: string; label: string; keys: string };
const groupOrder = ['navigate', 'create', 'rows', 'view', 'account', 'help'] as const satisfies Action['group'][];

/** Every registered action that has keys and that this person may do. */
function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const texts = useTexts();
  const user = useCurrentUser();
  const { shell } = texts;
  const withKeys = useActions().filter((action) => action.keys && action.mayI?.(user) !== false);
  const shortcutsOf = (group: Action['group']): Shortcut[] =>
    withKeys
      .filter((action) => action.group === group)
      .map((action) => ({ id: action.id, label: action.label(texts), keys: action.keys ?? '' }));
  const inMenus: Shortcut[] = [
    { id: 'move', label: shell.keysMove, keys: 'ArrowUp ArrowDown' },
    { id: 'choose', label: shell.keysChoose, keys: 'Enter' },
    { id: 'close', label: shell.keysClose, keys: 'Escape' },
  ];
  return (
    <Dialog open={open} title={shell.shortcuts} onClose={onClose} className="shortcuts-dialog">
      <p>{shell.shortcutsIntro}</p>
      {groupOrder.map((group) => (
        <ShortcutGroup key={group} title={shell.actionGroups[group]} shortcuts={shortcutsOf(group)} />
      ))}
      <ShortcutGroup title={shell.inMenus} shortcuts={inMenus} />
    </Dialog>
  );
}

function ShortcutGroup({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) {
  if (shortcuts.length === 0) return null;
  return (
    <section>
      <h3>{title}</h3>
      <dl>
        {shortcuts.map(({ id, label, keys }) => (
          <div key={id}>
            <dt>{label}</dt>
            <dd>
              <KeyHint keys={keys} />
              <span className="visually-hidden">
                {keys
                  .split(' ')
                  .flatMap((press) => keyNames(press))
                  .join(' ')}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Long enough for whatever knows a better place, such as the next row of a list. */
const graceMs = 60;

/**
 * When what had the focus goes away, a step that was taken or a form that is done, keys go on in the panel that it
 * stood in, else in the page's content.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What had the focus, and all that was around it. */
    let line: Element[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restore = () => {
      const isLost = line[0]?.isConnected === false && document.activeElement === document.body;
      if (!isLost || !document.hasFocus()) return;
      const panel = line.find((one) => one.isConnected)?.closest<HTMLElement>('[role="dialog"], [role="menu"]');
      if (!panel) focusHome();
      else {
        panel.tabIndex = -1;
        panel.focus({ preventScroll: true });
      }
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      line = [];
      for (let one = target as Element | null; one; one = one.parentElement) line.push(one);
    };
    const onFocusOut = () => {
      clearTimeout(timer);
      timer = setTimeout(restore, graceMs);
    };
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('focusout', onFocusOut);
    // Not every browser tells of a focus that was taken away; at the latest the next key finds it.
    document.addEventListener('keydown', restore, true);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('focusout', onFocusOut);
      document.removeEventListener('keydown', restore, true);
    };
  }, []);
}

const modifiers = /\$mod|Control|Alt|Meta/;

/** A ticked box takes no letters: keys of the page go on working there. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit)$/.test(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}

/** A bare key is text while someone types; and under a dialog the page's own keys would act unseen. */
function isMeant(event: KeyboardEvent, action: Action): boolean {
  if (event.isComposing || event.defaultPrevented) return false;
  if (document.querySelector('dialog[open]')) return action.id === 'palette.open';
  return modifiers.test(action.keys ?? '') || !isTyping(event.target);
}

/** Lets the keys of all registered actions work. */
function useActionKeys(): void {
  const actions = useActions();
  const user = useCurrentUser();
  useEffect(() => {
    const bindings = actions.flatMap((action) => {
      if (!action.keys || action.mayI?.(user) === false) return [];
      const onKeys = (event: KeyboardEvent) => {
        if (!isMeant(event, action)) return;
        event.preventDefault();
        runAction(action.id, { navigate, user });
      };
      return [[action.keys, onKeys] as const];
    });
    return tinykeys(window, Object.fromEntries(bindings));
  }, [actions, user]);
}

const closeDrawer = () => closeOverlay('drawer');

/** The sidebar of narrow windows. */
function Drawer({ route }: { route: Route | undefined }) {
  const { shell } = useTexts();
  const open = useStore(overlay) === 'drawer';
  return (
    <Dialog open={open} title={shell.mainMenu} bare className="drawer" onClose={closeDrawer}>
      <Brand />
      <Sidebar route={route} onNavigate={closeDrawer} />
    </Dialog>
  );
}

/** The frame around every page: brand, header, menu, banners, palette. */
export function Shell({ children }: { children: ReactNode }) {
  const { shell, routes } = useTexts();
  const route = usePageRoute();
  const narrow = useMedia('(max-width: 899px)');
  const open = useStore(overlay);
  const content = useRef<HTMLElement>(null);
  useEffect(() => registerActions(shellActions), []);
  // The next person to sign in starts with a clear view.
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

/** The record of the page that is shown. */
function usePageRoute(): Route | undefined {
  const pathname = useLocation({ select: (location) => location.pathname });
  return matchRoute(pathname);
}

const UploadTray = lazyPage(() => import('../../features/upload/upload-tray.tsx').then((module) => module.UploadTray));

/** Brings the tray in with the first file, or where a visit before this one left something unfinished. */
function UploadHost() {
  const user = useCurrentUser();
  const orders = useStore(uploadOrders);
  const [wanted, setWanted] = useState(() => mayBeLeft(user.id));
  useEffect(() => {
    if (orders.length > 0) setWanted(true);
  }, [orders]);
  return wanted ? <UploadTray key={user.id} /> : null;
}

const closePalette = () => closeOverlay('palette');
const loadPalette = () => inChunkTime(() => import('../../features/palette/palette.tsx'));

/** Fetches the palette's code once the browser has nothing better to do, or when it is opened before. */
function PaletteHost() {
  const open = useStore(overlay) === 'palette';
  const { core } = useTexts();
  const [Palette, setPalette] = useState<ComponentType<PaletteProps>>();

  useEffect(
    () =>
      whenIdle(
        () =>
          void loadPalette().then(
            (module) => setPalette(() => module.Palette),
            // Opening it tries again, and says so when that fails.
            () => undefined,
          ),
      ),
    [],
  );

  useEffect(() => {
    if (!open || Palette) return;
    loadPalette().then(
      (module) => setPalette(() => module.Palette),
      () => {
        closePalette();
        notify({ level: 'error', title: core.failure.chunkTitle, text: core.failure.chunkText });
      },
    );
  }, [open, Palette, core]);

  return open && Palette ? <Palette onClose={closePalette} /> : null;
}

const laterMs = 2_000;

/** Does something once the page rests; the answer calls it off. Not every browser tells when it is idle. */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, laterMs);
  return () => clearTimeout(timer);
}
