import { mayOpen } from '@lectern/contract/access.ts';
import { defaultLanguage, type Language, languageNames, languages } from '@lectern/contract/language.ts';
import { childrenOf, hasParameter, type Route, routes } from '@lectern/contract/routes.ts';
import { changePreferences } from '../../features/profile/change-preferences.ts';
import type { Action } from '../../lib/actions.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import { leave } from '../../lib/leave.ts';
import { preferences } from '../../lib/theme.ts';
import { openOverlay, toggleOverlay } from './overlays.ts';

/** A page with its own address, in the menu or not. */
function isDestination(route: Route): boolean {
  return Boolean(route.parentId) && !hasParameter(route) && childrenOf(route.id).every(hasParameter);
}

const goToPages: Action[] = routes.filter(isDestination).map((route) => ({
  id: `page.${route.id}`,
  group: 'navigate',
  label: (texts) => texts.routes[route.id],
  icon: route.icon,
  keywords: `${route.name} ${route.path}`,
  mayI: (user) => mayOpen(user, route),
  run: ({ navigate }) => navigate(route.path),
}));

const view: Action[] = [
  {
    id: 'palette.open',
    group: 'view',
    label: (texts) => texts.shell.openPalette,
    icon: 'search',
    keys: '$mod+k',
    run: () => toggleOverlay('palette'),
  },
  {
    id: 'notifications.open',
    group: 'view',
    label: (texts) => texts.shell.openNotifications,
    icon: 'bell',
    run: () => openOverlay('notifications'),
  },
  {
    id: 'operations.open',
    group: 'view',
    label: (texts) => texts.shell.openOperations,
    icon: 'operations',
    run: () => openOverlay('operations'),
  },
  {
    id: 'view.toggleTheme',
    group: 'view',
    label: (texts) => texts.shell.toggleTheme,
    icon: 'moon',
    keywords: 'dark light theme 主题 深色 浅色',
    run: () => changePreferences({ theme: document.documentElement.classList.contains('dark') ? 'light' : 'dark' }),
  },
  {
    id: 'view.toggleDensity',
    group: 'view',
    label: (texts) => texts.shell.toggleDensity,
    icon: 'rows',
    keywords: 'density compact comfortable 密度',
    run: () => changePreferences({ density: preferences.get().density === 'compact' ? 'comfortable' : 'compact' }),
  },
  {
    id: 'view.toggleLanguage',
    group: 'view',
    label: (texts) => fillText(texts.shell.toggleLanguage, { language: languageNames[otherLanguage()] }),
    icon: 'language',
    keywords: 'language English Chinese 语言 中文',
    run: () => changePreferences({ language: otherLanguage() }),
  },
];

const account: Action[] = [
  {
    id: 'account.profile',
    group: 'account',
    label: (texts) => texts.shell.profile,
    icon: 'person',
    run: ({ navigate }) => navigate('/app/home/profile'),
  },
  {
    id: 'account.password',
    group: 'account',
    label: (texts) => texts.shell.password,
    icon: 'key',
    run: ({ navigate }) => navigate('/app/home/profile?tab=password'),
  },
  {
    id: 'account.sessions',
    group: 'account',
    label: (texts) => texts.shell.sessions,
    icon: 'device',
    run: ({ navigate }) => navigate('/app/home/profile?tab=sessions'),
  },
  { id: 'account.logout', group: 'account', label: (texts) => texts.shell.logout, icon: 'logOut', run: () => leave() },
];

const help: Action[] = [
  {
    id: 'help.shortcuts',
    group: 'help',
    label: (texts) => texts.shell.shortcuts,
    icon: 'keyboard',
    keys: 'Shift+?',
    run: () => openOverlay('shortcuts'),
  },
];

/** The next language in the list; with two languages, the other one. */
function otherLanguage(): Language {
  const next = languages.indexOf(preferences.get().language) + 1;
  return languages[next] ?? defaultLanguage;
}

/** Actions available on every page. */
export const shellActions: readonly Action[] = [...goToPages, ...view, ...account, ...help];
