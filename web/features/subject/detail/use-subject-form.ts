import {
  listSubjectActivity,
  subjectDetailEndpoints,
  updateSubject,
} from '@lectern/contract/features/subject-management.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDetailForm } from '../../../components/detail/use-detail-form.ts';
import { useEditLock } from '../../../components/detail/use-edit-lock.ts';
import { registerActions } from '../../../lib/actions.ts';
import { call } from '../../../lib/api-client.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { isAnswerOf } from '../../../lib/queries.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import type { SubjectNode } from '../subject-node.ts';
import { useSubjectDeeds } from '../use-subject-deeds.ts';
import { keepSubject, refreshSubjects, useMayManage } from '../use-subjects.ts';
import { bodyOf, problemsOf, valuesOf } from './subject-values.ts';

/** Edits of a subject: under the edit lock, with the version, with a way back. */
export function useSubjectForm(subject: SubjectNode) {
  const texts = useTexts();
  const client = useQueryClient();
  const deeds = useSubjectDeeds();
  const mayManage = useMayManage();
  const form = useDetailForm({
    id: subject.id,
    stored: valuesOf(subject),
    check: (values) => problemsOf(values, texts),
    reload: () => refreshSubjects(client),
    save: async (values, changed) => {
      const pick = (body: Record<string, unknown>) => Object.fromEntries(changed.map((name) => [name, body[name]]));
      const before = pick(bodyOf(valuesOf(subject)));
      const request = { params: { id: subject.id }, body: { ...pick(bodyOf(values)), version: subject.version } };
      const saved = await call(updateSubject, request, { quiet: true });
      keepSubject(client, saved);
      void refreshSubjects(client);
      void client.invalidateQueries({ predicate: isAnswerOf([listSubjectActivity]) });
      deeds.told(fillText(texts.subject.done.saved, { name: saved.name }), async () => {
        await deeds.update(subject.id, before);
        await refreshSubjects(client);
      });
    },
  });
  const lock = useEditLock(subjectDetailEndpoints, subject.id, form.changed.length > 0);
  const goOn = () => {
    lock.goOn();
    void refreshSubjects(client);
  };
  const editable = mayManage && !lock.other && !lock.finished;

  const save = useLatest(() => editable && form.submit());
  useEffect(
    () =>
      registerActions([
        {
          id: 'subject.save',
          label: ({ words }) => words.save,
          group: 'view',
          keys: '$mod+s',
          keysOnly: true,
          run: () => void save.current(),
        },
      ]),
    [],
  );
  return { form, lock, goOn, editable };
}
