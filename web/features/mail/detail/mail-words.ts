import { mailStateWords, recipientReasonWords } from '@lectern/contract/features/mail-words.ts';
import { type FieldWords, namedField, plainValue } from '../../../components/detail/field-words.ts';
import { useFormat } from '../../../lib/format.ts';
import { inLanguage } from '../../../lib/i18n/in-language.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { subjectText } from '../subject-shown.tsx';

/** Names for what activities of a mail hold. */
export function useMailWords(): FieldWords {
  const { mail, words } = useTexts();
  const format = useFormat();
  const states: Record<string, string> = inLanguage(mailStateWords);
  const reasons: Record<string, string> = inLanguage(recipientReasonWords);
  return {
    field: (field) => namedField(mail.view.fields, field),
    action: (action) => mail.view.deeds[action] ?? action,
    value(field, value) {
      if (value === null || value === undefined || value === '') return words.none;
      if (field === 'subject' || field === 'body') return subjectText(String(value));
      if (field === 'sendAt') return format.dateTime(String(value));
      if (field === 'state') return states[String(value)] ?? String(value);
      if (field === 'failure') return reasons[String(value)] ?? String(value);
      if (Array.isArray(value)) return format.number(value.length);
      if (field === 'audience') return audienceSize(value as Record<string, unknown>, mail.everybody);
      return plainValue(value, words.none);
    },
  };
}

/** How many parts an audience was chosen by; its names are beside it. */
function audienceSize(audience: Record<string, unknown>, everybody: string): string {
  if (audience.everybody === true) return everybody;
  const parts = Object.values(audience).flatMap((part) => (Array.isArray(part) ? part : []));
  return String(parts.length);
}
