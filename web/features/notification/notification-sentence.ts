import type { NotificationRow } from '@lectern/contract/features/notification.ts';
import { type TaskKind, taskKindWords } from '@lectern/contract/features/task-words.ts';
import { languageName } from '@lectern/contract/language.ts';
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
  const task = params.task && taskKindWords[params.task as TaskKind]?.[currentLanguage()];
  const sentence = fillText(sentences[kind], {
    cause: unknownCause,
    ...params,
    ...(page && { page }),
    ...(job && { job }),
    ...(named && { operation: named }),
    ...(task && { task }),
    ...(language && { language: languageName(language, currentLanguage()) }),
  });
  // Of those that have a title, that says how many there are.
  return params.followers && !params.title ? `${sentence} (+${params.followers})` : sentence;
}

function pageName(page: string, texts: Texts): string {
  const route = findRoute(page) ?? matchRoute(page);
  return route ? texts.routes[route.id] : page;
}
