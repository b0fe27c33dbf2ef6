import { fieldName } from '@lectern/contract/features/activity-names.ts';
import { defaultLanguage, type Language } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { messagesIn } from './messages.ts';

/** What a field of a form or an address is called; in other languages than English, null if it has no name. */
export function inputFieldName(field: string, language: Language): string | null {
  const { inputFields, activity } = messagesIn(language);
  if (Object.hasOwn(inputFields, field)) return inputFields[field as keyof typeof inputFields];
  const name = fieldName(field, activity);
  // Activities spell out unknown fields in English.
  return language !== defaultLanguage && name === fieldName(field, messagesIn(defaultLanguage).activity) ? null : name;
}

/** A problem with the name of its field. */
export function ofField(field: string | null | undefined, problem: string, language: Language): string {
  const name = field && inputFieldName(field, language);
  return name ? fillText(messagesIn(language).errorReasons.ofField, { field: name, problem }, language) : problem;
}
