import type { NotificationRow } from '@lectern/contract/features/notification.ts';
import { findRoute, matchRoute } from '@lectern/contract/routes.ts';
import { currentLanguage } from '../../lib/i18n/language.ts';
import { fillText, type Texts } from '../../lib/i18n/use-texts.ts';

/** What happened, in the reader's language: pages, jobs and languages arrive by id and are named here. */
export function sentenceOf({ kind, params }: Pick<NotificationRow, 'kind' | 'params'>, texts: Texts): string {
  const { sentences, jobs, unknownCause } = texts.notification;
  const page = params.page === undefined ? undefined : pageName(params.page, texts);
  const job = params.job === undefined ? undefined : (jobs[params.job] ?? params.job);
  const { operation, language } = params;
  const named = operation === undefined ? undefined : (texts.operation.actions[operation] ?? operation);
  return fillText(sentences[kind], {
    cause: unknownCause,
    ...params,
    ...(page && { page }),
    ...(job && { job }),
    ...(named && { operation: named }),
    ...(language && {
      language: new Intl.DisplayNames([currentLanguage()], { type: 'language' }).of(language) ?? language,
    }),
  });
}

function pageName(page: string, texts: Texts): string {
  const route = findRoute(page) ?? matchRoute(page);
  return route ? texts.routes[route.id] : page;
}
