import { fillText } from '@lectern/contract/errors.ts';
import type { NotificationKind } from '@lectern/contract/features/notification.ts';
import { notificationWordsEn } from '@lectern/contract/features/notification-words-en.ts';
import { notificationWordsZh } from '@lectern/contract/features/notification-words-zh.ts';
import { type TaskKind, taskKindWords } from '@lectern/contract/features/task-words.ts';
import type { Language } from '@lectern/contract/language.ts';
import { findRoute } from '@lectern/contract/routes.ts';

const words = { en: notificationWordsEn, zh: notificationWordsZh };
const anOperation = { en: 'Your operation', zh: '您的操作' };

/** What the bell says of it, for mails: one line, whatever stands in names and titles. */
export function sentenceOf(
  { kind, params }: { kind: NotificationKind; params: Readonly<Record<string, string>> },
  language: Language,
): string {
  const { sentences, jobs, unknownCause } = words[language];
  const { page, job, operation, task, followers } = params;
  const sentence = fillText(sentences[kind], {
    cause: unknownCause,
    ...params,
    ...(page && { page: findRoute(page)?.name ?? page }),
    ...(job && { job: jobs[job] ?? job }),
    ...(operation && { operation: anOperation[language] }),
    ...(task && { task: taskKindWords[task as TaskKind]?.[language] ?? task }),
  });
  const line = sentence.replace(/\s+/g, ' ').trim();
  return followers && !params.title ? `${line} (+${followers})` : line;
}
