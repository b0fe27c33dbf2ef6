import { fieldName } from '@lectern/contract/features/activity-names.ts';
import { defaultLanguage, type Language } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { messagesIn } from './messages.ts';

/** Display name of an input field; null if it has no name in a language other than English. */
export function inputFieldName(field: string, language: Language): string | null {
  const { inputFields, activity } = messagesIn(language);
  if (Object.hasOwn(inputFields, field)) return inputFields[field as keyof typeof inputFields];
  const name = fieldName(field, activity);
  // Unknown fields fall back to their English spelling.
  return language !== defaultLanguage && name === fieldName(field, messagesIn(defaultLanguage).activity) ? null : name;
}

/** Adds the field's name to a problem. */
export function ofField(field: string | null | undefined, problem: string, language: Language): string {
  const name = field && inputFieldName(field, language);
  return name ? fillText(messagesIn(language).errorReasons.ofField, { field: name, problem }, language) : problem;
}
