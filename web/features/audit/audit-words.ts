import type { AuditRow } from '@lectern/contract/features/audit.ts';
import { fieldWord } from '@lectern/contract/features/audit-field-words.ts';
import { actionWords, objectWord } from '@lectern/contract/features/audit-words.ts';
import { readableText } from '@lectern/contract/features/mail-text.ts';
import { mailVariableWords } from '@lectern/contract/features/mail-words.ts';
import { type ResourceRow, resourcePath } from '@lectern/contract/features/resource.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { currentLanguage } from '../../lib/i18n/language.ts';

export function actionOf({ action }: AuditRow): string {
  return actionWords(action, currentLanguage());
}

/** What it is called, or what it is where it has no name. */
export function objectName({ object }: AuditRow): string {
  if (object.name === null) return objectWord(object.type, currentLanguage());
  return object.type === 'mail' ? mailText(object.name) : object.name;
}

/** Texts of mails have places that are filled in for everybody: they are read by their names. */
export function mailText(text: string): string {
  return readableText(text, inLanguage(mailVariableWords));
}

export function changedFields({ before, after }: Pick<AuditRow, 'before' | 'after'>): string[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...fields].filter((field) => JSON.stringify(before?.[field]) !== JSON.stringify(after?.[field]));
}

export const fieldName = (field: string): string => fieldWord(field, currentLanguage());

type Kind = ResourceRow['kind'];
const byId: Readonly<Record<string, (id: string) => string>> = {
  user: (id) => `/app/system/systemAdmin?id=${id}`,
  permissionGroup: (id) => `/app/system/accessGroup?id=${id}`,
  college: (id) => `/app/system/subject?id=${id}`,
  department: (id) => `/app/system/department?id=${id}`,
  position: (id) => `/app/system/role?id=${id}`,
  task: (id) => `/app/system/task?id=${id}`,
  mail: (id) => `/app/email/list/detail/${id}`,
  column: (id) => `/app/resource/column?id=${id}`,
  library: (id) => `/app/resource/library?library=${id}`,
  sensitiveWord: (id) => `/app/sensitive/word?id=${id}`,
  homePage: () => '/app/page/resourceRecommend',
  settings: () => '/app/system/settings',
};

/** The page that shows the object; nothing when it is gone or has none. */
export function objectPath({ object }: AuditRow): string | null {
  const { type, id, name, kind } = object;
  if (type === 'resource') return kind ? resourcePath({ id, kind: kind as Kind }) : null;
  const path = Object.hasOwn(byId, type) ? byId[type]?.(encodeURIComponent(id)) : undefined;
  return path && (name !== null || ['settings', 'homePage'].includes(type)) ? path : null;
}
