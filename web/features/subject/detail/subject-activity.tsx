import { actionWords } from '@lectern/contract/features/audit-words.ts';
import { listUnits } from '@lectern/contract/features/organisation.ts';
import { subjectDetailEndpoints } from '@lectern/contract/features/subject-management.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ActivityTab } from '../../../components/detail/activity-tab.tsx';
import { type FieldWords, namedField, plainValue } from '../../../components/detail/field-words.ts';
import { useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import type { SubjectNode } from '../subject-node.ts';
import { refreshSubjects } from '../use-subjects.ts';
import '../../../components/detail/detail.css';

type Props = { subject: SubjectNode; nodes: readonly SubjectNode[] };

/** What was done to the subject, by whom, and the way back. */
export function SubjectActivity({ subject, nodes }: Props) {
  const { subject: texts, words: common, list } = useTexts();
  const client = useQueryClient();
  const language = useLanguage();
  const units = useQuery(queryOf(listUnits, {}, { quiet: true })).data;
  const words = useMemo<FieldWords>(() => {
    const fields: Record<string, string> = { ...texts.fields };
    const nameOf = (id: unknown): string =>
      nodes.find((one) => one.id === id)?.name ?? units?.colleges.find((one) => one.id === id)?.name ?? common.unknown;
    return {
      field: (field) => namedField(fields, field),
      value(field, value) {
        if (typeof value === 'boolean') return value ? list.yes : list.no;
        if (Array.isArray(value)) return value.length === 0 ? common.none : value.map(nameOf).join(', ');
        if (field.endsWith('Id')) return value ? nameOf(value) : value === null ? texts.form.top : common.none;
        return plainValue(value, common.none);
      },
      action: (action) => actionWords(action, language),
    };
  }, [texts, common, list, language, nodes, units]);
  return (
    <div className="subject-pad">
      <ActivityTab
        calls={subjectDetailEndpoints}
        id={subject.id}
        version={subject.version}
        words={words}
        current={{ ...subject, collegeIds: subject.colleges.map(({ id }) => id) }}
        onReverted={() => void refreshSubjects(client)}
      />
    </div>
  );
}
