import { actionName } from '@lectern/contract/features/activity-names.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type FieldWords, namedField, plainValue } from '../../components/detail/field-words.ts';
import { currentLanguageNames } from '../../components/resource/list/current-language-names.ts';
import { useFormat } from '../../lib/format.ts';
import { joinNames } from '../../lib/i18n/punctuation.ts';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import { writeTime } from './chapter/part-time.ts';

const ids: ReadonlySet<string> = new Set(['ownerId', 'coverFileId', 'fromId', 'resourceId']);

/** Labels and values for course and chapter activities. */
export function useCourseWords(): FieldWords {
  const { course: texts, courseStates, words: common, list, activity } = useTexts();
  const format = useFormat();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const subjects = useQuery(queryOf(listSubjects, {}, { quiet: true })).data;
  return useMemo(() => {
    const fields: Record<string, string> = texts.fields;
    const states: Record<string, string> = courseStates;
    const audienceNames: Record<string, string> = common.audiences;
    const named = [...(units?.colleges ?? []), ...(units?.departments ?? []), ...(subjects ?? [])];
    const nameOf = (id: unknown) => named.find((one) => one.id === id)?.name ?? common.unknown;
    return {
      field: (field) => namedField(fields, field),
      value(field, value) {
        // Ids mean nothing to users, and the names are shown next to them.
        if (ids.has(field) || value === null || value === undefined || value === '') return common.none;
        if (field === 'cover' && typeof value === 'boolean') return value ? common.changed : common.none;
        if (typeof value === 'boolean') return value ? list.yes : list.no;
        if (Array.isArray(value))
          return value.every((one) => typeof one === 'string')
            ? joinNames(value) || common.noneOfThem
            : String(value.length);
        if (field.startsWith('available')) return format.dateTime(String(value));
        if (field.endsWith('Ms')) return writeTime(Number(value));
        if (field === 'what') return actionName(`course.${value}`, activity);
        if (field === 'state') return states[String(value)] ?? String(value);
        if (field === 'audience') return audienceNames[String(value)] ?? String(value);
        if (field === 'language') return currentLanguageNames()[String(value)] ?? String(value);
        if (['subjectId', 'collegeId', 'departmentId'].includes(field)) return nameOf(value);
        return plainValue(value, common);
      },
      action: (action) => texts.activities[action],
    };
  }, [texts, courseStates, common, list, activity, format, units, subjects]);
}
