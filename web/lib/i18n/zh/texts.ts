import type { AppTexts } from '../en/texts.ts';
import { core } from './core.ts';
import { detail } from './detail.ts';
import { drag } from './drag.ts';
import { errorPages } from './error-pages.ts';
import { importing } from './import.ts';
import { later } from './later.ts';
import { list } from './list.ts';
import { notification } from './notification.ts';
import { operation } from './operation.ts';
import { palette } from './palette.ts';
import { reading } from './reading.ts';
import { resource } from './resource.ts';
import { resourceDeeds } from './resource-deeds.ts';
import { resourceList } from './resource-list.ts';
import { routes } from './routes.ts';
import { shell } from './shell.ts';
import { upload } from './upload.ts';
import { user } from './user.ts';
import { userDetail } from './user-detail.ts';
import { viewer } from './viewer.ts';
import { words } from './words.ts';
import { work } from './work.ts';

export const texts: AppTexts = {
  core,
  detail,
  drag,
  errorPages,
  importing,
  later,
  list,
  notification,
  operation,
  palette,
  reading,
  resource,
  resourceDeeds,
  resourceList,
  routes,
  shell,
  upload,
  user,
  userDetail,
  viewer,
  words,
  work,
};
