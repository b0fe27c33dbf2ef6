import { coursePage } from '@lectern/contract/features/course.ts';
import {
  listSubjectActivity,
  subjectDetailEndpoints,
  updateSubject,
} from '@lectern/contract/features/subject-management.ts';
import { useQueryClient } from '@tanstack/react-query';
import { AppLink } from '../../../components/app-link.tsx';
import { DetailNotices } from '../../../components/detail/detail-notices.tsx';
import { DetailSaveBar } from '../../../components/detail/detail-save-bar.tsx';
import { useNodeForm } from '../../../components/detail/use-node-form.ts';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { call } from '../../../lib/api-client.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { SubjectNode } from '../subject-node.ts';
import { keepSubject, refreshSubjects, useMayManage, useSubjectActions } from '../use-subject-actions.ts';
import { bodyOf, CollegesField, problemsOf, valuesOf } from './colleges-field.tsx';
import '../../../components/detail/detail.css';

/** Usage counts and description of the subject. */
export function SubjectAbout({ subject }: { subject: SubjectNode }) {
  const { subject: texts, detail, words: common } = useTexts();
  const words = texts.form;
  const { form, lock, goOn, editable, onKeyDown } = useSubjectForm(subject);
  const stored = valuesOf(subject);
  const field = (name: 'code' | 'name' | 'description') => ({
    value: form.values[name],
    error: form.problems[name],
    changed: form.changed.includes(name),
    note: form.overtaken.includes(name) && fillText(detail.newerValue, { value: stored[name] || common.none }),
    ...(editable && { onChange: (value: string) => form.set(name, value) }),
  });
  return (
    <section className="subject-about" aria-label={texts.tabs.about} onKeyDown={onKeyDown}>
      <DetailNotices lock={lock} onGoOn={goOn} form={form} />
      <Figures subject={subject} />
      <div className="subject-fields">
        <TextField label={words.name} maxLength={100} autoComplete="off" data-enter="saves" {...field('name')} />
        <TextField
          label={words.code}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          data-enter="saves"
          {...field('code')}
        />
        <TextareaField wide label={words.description} maxLength={2000} {...field('description')} />
        <CollegesField
          value={form.values.collegeIds}
          known={subject.colleges}
          changed={form.changed.includes('collegeIds')}
          editable={editable}
          onChange={(value) => form.set('collegeIds', value)}
        />
      </div>
      <DetailSaveBar edit={{ form, editable }} />
      <UnsavedGuard unsaved={form.changed.length > 0} />
    </section>
  );
}

/** Counts that link to what they count. */
function Figures({ subject }: { subject: SubjectNode }) {
  const { figures: words } = useTexts().subject;
  const format = useFormat();
  const note = (own: number, all: number) => (all === own ? '' : fillText(words.own, { count: format.number(own) }));
  return (
    <div className="subject-figures">
      <AppLink className="subject-figure" to={`${coursePage}?subject=${subject.id}`}>
        <strong>{format.number(subject.coursesBelow)}</strong>
        <span>{words.courses}</span>
        <small>{note(subject.courses, subject.coursesBelow)}</small>
      </AppLink>
      <AppLink className="subject-figure" to={`/app/resource/info?subject=${subject.id}`}>
        <strong>{format.number(subject.resourcesBelow)}</strong>
        <span>{words.resources}</span>
        <small>{note(subject.resources, subject.resourcesBelow)}</small>
      </AppLink>
      <div className="subject-figure">
        <strong>{format.number(subject.subjects)}</strong>
        <span>{words.subjects}</span>
      </div>
    </div>
  );
}

function useSubjectForm(subject: SubjectNode) {
  const texts = useTexts();
  const client = useQueryClient();
  const actions = useSubjectActions();
  const refresh = () => refreshSubjects(client);
  return useNodeForm({
    node: subject,
    calls: subjectDetailEndpoints,
    activity: listSubjectActivity,
    mayEdit: useMayManage(),
    saveKey: 'subject.save',
    valuesOf,
    bodyOf,
    check: (values) => problemsOf(values, texts),
    send: (request) => call(updateSubject, request, { quiet: true }),
    refresh,
    onSaved: (saved, before) => {
      keepSubject(client, saved);
      actions.told(fillText(texts.subject.done.saved, { name: saved.name }), async () => {
        await actions.update(subject.id, before);
        await refresh();
      });
    },
  });
}
