import {
  decisionReasonWords,
  decisionWords,
  hitStateWords,
  reviewStateWords,
} from '@lectern/contract/features/review-words.ts';
import { type FieldWords, namedField, plainValue } from '../../../../components/detail/field-words.ts';
import { inLanguage } from '../../../../lib/i18n/in-language.ts';
import type { Texts } from '../../../../lib/i18n/use-texts.ts';

/** How the activity of a review names its fields, values and deeds. */
export function activityWords({ review, words }: Texts): FieldWords {
  const fields: Record<string, string> = review.activityFields;
  const values: Record<string, Record<string, string>> = {
    state: { ...inLanguage(hitStateWords), ...inLanguage(reviewStateWords) },
    decision: inLanguage(decisionWords),
    reason: inLanguage(decisionReasonWords),
  };
  const deeds: Record<string, string> = { ...inLanguage(decisionWords), ...review.activityDeeds };
  return {
    field: (field) => namedField(fields, field),
    value: (field, value) => values[field]?.[String(value)] ?? plainValue(value, words.none),
    action: (action) => deeds[action] ?? deeds[action.replace(/^review\./, '')] ?? action,
  };
}
