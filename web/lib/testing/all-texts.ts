import * as english from '@lectern/contract/messages/en/all.ts';
import * as app from '@lectern/contract/messages/en/app.ts';
import * as chinese from '@lectern/contract/messages/zh/all.ts';
import type { PageArea } from '../i18n/page-areas.ts';

export { chinese, english };

export const everyPageArea = Object.keys(english).filter((area) => area !== 'core' && !(area in app)) as PageArea[];
