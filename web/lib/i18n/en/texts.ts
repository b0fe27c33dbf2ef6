import { core } from './core.ts';
import { errorPages } from './error-pages.ts';
import { health } from './health.ts';
import { later } from './later.ts';
import { notification } from './notification.ts';
import { palette } from './palette.ts';
import { profile } from './profile.ts';
import { routes } from './routes.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { words } from './words.ts';

export const texts = {
  core,
  errorPages,
  health,
  later,
  notification,
  palette,
  profile,
  routes,
  settings,
  shell,
  words,
};

export type Texts = typeof texts;
