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

/** Lists every registered action that has a shortcut and that this person may use. */
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

/** Leaves time for code that knows a better focus target, such as the next row of a list. */
const graceMs = 60;

/**
 * When the focused element is removed, moves the focus to the panel that contained it, else to the page content, so
 * keyboard users can continue.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** The last focused element and its ancestors. */
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
    // Not every browser fires focusout when the focused element is removed; the next key press catches that.
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

/** Checkboxes and buttons take no text, so page shortcuts keep working there. */
function isTyping(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(checkbox|radio|button|submit)$/.test(target.type);
  return target instanceof HTMLElement && (target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName));
}

/**
 * Shortcuts without a modifier are text while someone types, and page shortcuts under an open dialog would act unseen.
 */
function isMeant(event: KeyboardEvent, action: Action): boolean {
  if (event.isComposing || event.defaultPrevented) return false;
  if (document.querySelector('dialog[open]')) return action.id === 'palette.open';
  return modifiers.test(action.keys ?? '') || !isTyping(event.target);
}

/** Binds the shortcuts of all registered actions. */
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

/** The sidebar in narrow windows. */
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

/** The frame around every page: header, menu, banners and palette. */
export function Shell({ children }: { children: ReactNode }) {
  const { shell, routes } = useTexts();
  const route = usePageRoute();
  const narrow = useMedia('(max-width: 899px)');
  const open = useStore(overlay);
  const content = useRef<HTMLElement>(null);
  useEffect(() => registerActions(shellActions), []);
  // Closes overlays on sign-out, so the next person starts without any.
  useEffect(() => () => overlay.set(null), []);
  // Scrolls to the top on a new page. `void`, because newer browsers return a promise from scrollTo and React would
  // take it for a clean-up function.
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

function usePageRoute(): Route | undefined {
  const pathname = useLocation({ select: (location) => location.pathname });
  return matchRoute(pathname);
}

const UploadTray = lazyPage(() => import('../../features/upload/upload-tray.tsx').then((module) => module.UploadTray));

/** Loads the upload tray with the first file, or when an earlier visit left uploads unfinished. */
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

/** Loads the palette's code when the browser is idle, or earlier when it is opened. */
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
            // Opening the palette retries and reports a failure.
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

/**
 * Runs something when the browser is idle; returns a cancel function. Falls back to a timer where requestIdleCallback
 * is missing.
 */
function whenIdle(run: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(run);
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run, laterMs);
  return () => clearTimeout(timer);
}
