import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { useQuery } from '@tanstack/react-query';
import { languageOptions, licenceOptions, visibilityOptions } from '../../../components/resource/resource-options.ts';
import { TagChooser } from '../../../components/resource/tag-chooser.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextField } from '../../../components/text-field.tsx';
import { TextareaField } from '../../../components/textarea-field.tsx';
import { fillText, useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { queryOf } from '../../../lib/queries.ts';
import { InfoFacts } from './info-facts.tsx';
import { printTags, type ResourceValues, readTags, valuesOf } from './resource-values.ts';
import { useResourceWords } from './resource-words.ts';
import type { ResourceEdit } from './use-resource-edit.ts';

/** Only pictures have it, and it stands last. */
const SimilarPictures = lazyPart(async () => (await import('./similar-pictures.tsx')).SimilarPictures);

type Name = Exclude<keyof ResourceValues, 'title' | 'tags'>;

/** What is said of a resource; fields while one may change it. */
export function InfoTab({ resource, edit }: { resource: ResourceDetailView; edit: ResourceEdit }) {
  const texts = useTexts();
  const language = useLanguage();
  const words = useResourceWords();
  const subjects = useQuery(queryOf(listSubjects, {}, { quiet: true })).data ?? [];
  const { form, editable } = edit;
  const { fields, noValue } = texts.resource;
  const stored = valuesOf(resource);
  const field = (name: Name) => ({
    label: fields[name === 'subjectId' ? 'subject' : name],
    value: form.values[name],
    error: form.problems[name],
    changed: form.changed.includes(name),
    note: form.overtaken.includes(name)
      ? fillText(texts.detail.newerValue, { value: words.value(name, stored[name]) })
      : undefined,
  });
  const text = (name: Name) => ({
    ...field(name),
    ...(editable && { onChange: (value: string) => form.set(name, value) }),
    readOnly: !editable,
  });
  const choice = (name: Name) => ({
    ...field(name),
    disabled: !editable,
    onChange: (value: string) => form.set(name, value),
  });
  const none = { value: '', label: noValue };
  const isImage = resource.kind === 'image';
  const altMissing = isImage && form.values.altText.trim() === '';
  return (
    <div className="info-tab">
      <TextareaField {...text('description')} rows={4} maxLength={10_000} wide />
      {isImage && (
        <TextareaField
          {...text('altText')}
          rows={2}
          maxLength={2000}
          hint={altMissing ? texts.resourceDetail.altMissing : texts.resourceDetail.altHint}
          wide
        />
      )}
      <div className="field-wide">
        <TagChooser
          label={form.changed.includes('tags') ? `${fields.tags} · ${texts.words.changed}` : fields.tags}
          value={readTags(form.values.tags)}
          error={form.problems.tags}
          disabled={!editable}
          onChange={(tags) => form.set('tags', printTags(tags))}
        />
      </div>
      <SelectField {...choice('language')} options={[none, ...languageOptions(language)]} />
      <SelectField {...choice('subjectId')} options={[none, ...subjectOptions(subjects, resource.subject)]} />
      <TextField {...text('author')} maxLength={300} />
      <TextField {...text('year')} inputMode="numeric" maxLength={4} />
      <TextField {...text('source')} maxLength={1000} wide />
      <SelectField {...choice('licence')} options={[none, ...licenceOptions(texts)]} />
      <TextField {...text('licenceUntil')} type="date" hint={texts.resourceDetail.licenceHint} />
      <SelectField {...choice('visibility')} options={visibilityOptions(texts)} />
      <InfoFacts resource={resource} />
      {isImage && <SimilarPictures id={resource.id} />}
    </div>
  );
}

type Subject = { id: string; name: string; parentId: string | null };

/** Each below the one it belongs to; the chosen one also before the list is there. */
function subjectOptions(subjects: readonly Subject[], chosen: ResourceDetailView['subject']) {
  const below = Map.groupBy(subjects, ({ parentId }) => parentId);
  const walk = (parentId: string | null, depth: number): { value: string; label: string }[] =>
    (below.get(parentId) ?? []).flatMap(({ id, name }) => [
      { value: id, label: `${'\u2003'.repeat(depth)}${name}` },
      ...walk(id, depth + 1),
    ]);
  const options = walk(null, 0);
  return chosen && !options.some(({ value }) => value === chosen.id)
    ? [{ value: chosen.id, label: chosen.name }, ...options]
    : options;
}
