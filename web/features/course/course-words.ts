import { audienceWords } from '@lectern/contract/audience.ts';
import { actionWords } from '@lectern/contract/features/audit-words.ts';
import { courseStateWords } from '@lectern/contract/features/course-words.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type FieldWords, namedField, plainValue } from '../../components/detail/field-words.ts';
import { currentLanguageNames } from '../../components/resource/list/current-language-names.ts';
import { useFormat } from '../../lib/format.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { useLanguage, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { writeTime } from './chapter/part-time.ts';

const ids: ReadonlySet<string> = new Set(['ownerId', 'coverFileId', 'fromId']);

/** Names for what activities of courses and chapters hold. */
export function useCourseWords(): FieldWords {
  const { course: texts, words: common, list } = useTexts();
  const format = useFormat();
  const language = useLanguage();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const subjects = useQuery(queryOf(listSubjects, {}, { quiet: true })).data;
  return useMemo(() => {
    const fields: Record<string, string> = texts.fields;
    const states: Record<string, string> = inLanguage(courseStateWords);
    const audienceNames: Record<string, string> = inLanguage(audienceWords);
    const named = [...(units?.colleges ?? []), ...(units?.departments ?? []), ...(subjects ?? [])];
    const nameOf = (id: unknown) => named.find((one) => one.id === id)?.name ?? common.unknown;
    return {
      field: (field) => namedField(fields, field),
      value(field, value) {
        // Ids tell nobody anything: the names stand beside them.
        if (ids.has(field) || value === null || value === undefined || value === '') return common.none;
        if (typeof value === 'boolean') return value ? list.yes : list.no;
        if (Array.isArray(value))
          return value.every((one) => typeof one === 'string') ? value.join(', ') : String(value.length);
        if (field.startsWith('available')) return format.dateTime(String(value));
        if (field.endsWith('Ms')) return writeTime(Number(value));
        if (field === 'what') return actionWords(`course.${value}`, language);
        if (field === 'state') return states[String(value)] ?? String(value);
        if (field === 'audience') return audienceNames[String(value)] ?? String(value);
        if (field === 'language') return currentLanguageNames()[String(value)] ?? String(value);
        if (['subjectId', 'collegeId', 'departmentId'].includes(field)) return nameOf(value);
        return plainValue(value, common.none);
      },
      action: (action) => actionWords(action, language),
    };
  }, [texts, common, list, format, language, units, subjects]);
}
