import type { RouteId } from '@lectern/contract/routes.ts';

/** Shorter names where a page's own does not fit the sidebar; each is part of the full name. */
const menuNames: Partial<Record<RouteId, string>> = {
  'data.resource': 'Resource statistics',
  'data.accessStat': 'Access statistics',
  'data.accessRecord': 'Access records',
  'data.convert': 'Format conversion',
  'page.resourceRecommend': 'Recommended resources',
};

export const shell = {
  menuNames,
  skipToContent: 'Skip to content',
  openMenu: 'Open the menu',
  mainMenu: 'Main menu',
  areaMenu: 'Pages of {area}',
  breadcrumb: 'Breadcrumb',
  areas: 'Areas',
  areaSwitcher: 'Switch area',
  find: 'Find anything',
  mail: 'Email',
  system: 'System management',
  account: 'Account',
  accountOf: 'Account of {name}',
  profile: 'Profile',
  password: 'Change password',
  sessions: 'Sessions',
  theme: 'Theme',
  density: 'Density',
  language: 'Language',
  shortcuts: 'Keyboard shortcuts',
  logout: 'Log out',
  noDepartment: 'No department',
  toggleTheme: 'Switch between light and dark',
  toggleDensity: 'Switch between comfortable and compact',
  toggleLanguage: '切换到中文',
  openNotifications: 'Open notifications',
  openOperations: 'Open operations',
  openPalette: 'Open the command palette',
  preferencesFailed: 'Your choice could not be saved',
  preferencesFailedText: 'It holds in this window only.',
  announcement: 'Announcement to everybody',
  viewAs: 'You see Lectern as {name} does. Nothing can be changed.',
  viewAsLabel: 'View as somebody else',
  stopViewAs: 'Stop, and be {name} again',
  offline:
    'You are offline. What you see may be out of date, and changes cannot be saved until the connection is back.',
  shortcutsIntro: 'Keys work anywhere outside of a text field.',
  actionGroups: {
    navigate: 'Go to',
    create: 'Create and save',
    rows: 'Rows of the list',
    view: 'View',
    account: 'Account',
    help: 'Help',
  },
  inMenus: 'In menus and lists',
  keysMove: 'Move',
  keysChoose: 'Choose',
  keysClose: 'Close',
};

export type ShellTexts = typeof shell;
