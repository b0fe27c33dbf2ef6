import { readableText } from '@lectern/contract/features/mail-text.ts';
import type { NotificationKind, NotificationRow } from '@lectern/contract/features/notification.ts';
import type { TaskKind } from '@lectern/contract/features/task-kinds.ts';
import type { Language } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import type { Messages } from '@lectern/contract/messages/messages.ts';
import { findRoute } from '@lectern/contract/routes.ts';
import type { Selectable } from 'kysely';
import type { Notifications } from '../../platform/db/schema.ts';
import { messagesIn } from '../../platform/messages.ts';

export function presentNotification(row: Selectable<Notifications>): NotificationRow {
  return {
    id: row.id,
    kind: row.kind as NotificationKind,
    params: row.params as Record<string, string>,
    link: row.link,
    createdAt: row.created_at.toISOString(),
    readAt: row.read_at?.toISOString() ?? null,
  };
}

/** The notification as a single line for mails, even if names or titles contain line breaks. */
export function sentenceOf(
  { kind, params }: { kind: NotificationKind; params: Readonly<Record<string, string>> },
  language: Language,
): string {
  const messages = messagesIn(language);
  const { words } = messages;
  const { sentences, jobs, unknownCause, anOperation } = messages.notification;
  const { page, job, operation, task, followers } = params;
  const sentence = fillText(
    sentences[kind],
    {
      cause: unknownCause,
      ...params,
      ...(kind === 'mailFailed' && params.title && { title: readableText(params.title, words.mailVariables) }),
      ...(page && { page: pageName(page, messages) }),
      ...(job && { job: jobs[job] ?? job }),
      ...(operation && { operation: anOperation }),
      ...(task && { task: words.taskKinds[task as TaskKind] ?? task }),
    },
    language,
  );
  const line = sentence
    .replace(/\s+/g, ' ')
    .replace(/ (\(\+\d+\))”/, '” $1')
    .trim();
  return followers && !params.title ? `${line} (+${followers})` : line;
}

/** A mail subject: what happened, without advice or a full stop. */
export function subjectOf(entry: Parameters<typeof sentenceOf>[0], language: Language): string {
  const own: Partial<Record<NotificationKind, string>> = messagesIn(language).notification.mailSubjects;
  const text = own[entry.kind];
  return text ? fillText(text, entry.params, language) : sentenceOf(entry, language).replace(/[.。]$/, '');
}

function pageName(path: string, { routes }: Messages): string {
  const route = findRoute(path);
  return route ? routes[route.id] : path;
}
