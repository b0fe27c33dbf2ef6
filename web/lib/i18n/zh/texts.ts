import type { Texts } from '../en/texts.ts';
import { core } from './core.ts';
import { detail } from './detail.ts';
import { errorPages } from './error-pages.ts';
import { health } from './health.ts';
import { importing } from './import.ts';
import { later } from './later.ts';
import { list } from './list.ts';
import { notification } from './notification.ts';
import { operation } from './operation.ts';
import { palette } from './palette.ts';
import { profile } from './profile.ts';
import { resource } from './resource.ts';
import { routes } from './routes.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { user } from './user.ts';
import { userDetail } from './user-detail.ts';
import { words } from './words.ts';

export const texts: Texts = {
  core,
  detail,
  errorPages,
  health,
  importing,
  later,
  list,
  notification,
  operation,
  palette,
  profile,
  resource,
  routes,
  settings,
  shell,
  user,
  userDetail,
  words,
};
