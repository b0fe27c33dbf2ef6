import type { IconName as PageIcon } from '@lectern/contract/icons.ts';

/** Icons of controls and messages, which no route record names. */
export const interfaceIconNames = [
  'search',
  'bell',
  'menu',
  'close',
  'check',
  'plus',
  'chevronDown',
  'chevronRight',
  'copy',
  'download',
  'refresh',
  'sun',
  'moon',
  'monitor',
  'rows',
  'rowsWide',
  'language',
  'keyboard',
  'logOut',
  'eye',
  'eyeOff',
  'lock',
  'device',
  'phone',
  'offline',
  'info',
  'warning',
  'problem',
  'done',
  'megaphone',
  'more',
  'arrowUp',
  'arrowDown',
  'chevronLeft',
  'chevronFirst',
  'edit',
  'ban',
  'upload',
  'trash',
] as const;
export type InterfaceIcon = (typeof interfaceIconNames)[number];

/** Every icon that can be drawn. */
export type IconName = PageIcon | InterfaceIcon | `${InterfaceIcon}Filled`;
