import {
  type FieldSource,
  type ResourceDetailView,
  resourceList,
  sourcedFields,
} from '@lectern/contract/features/resource.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { languageOptions, licenceOptions, visibilityOptions } from '../../../components/resource/resource-options.ts';
import { TagChooser } from '../../../components/resource/tag-chooser.tsx';
import { SelectField } from '../../../components/select-field.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../../lib/lazy-part.tsx';
import { queryOf } from '../../../lib/queries.ts';
import { printTags, type ResourceValues, readTags, valuesOf } from './resource-values.ts';
import { useResourceWords } from './resource-words.ts';
import type { ResourceEdit } from './use-resource-edit.ts';

/** Only pictures show it, at the end of the tab. */
const SimilarPictures = lazyPart(async () => (await import('./similar-pictures.tsx')).SimilarPictures);

type SourcedField = keyof ResourceDetailView['sources'];
type Name = Exclude<keyof ResourceValues, 'title' | 'tags'>;

/** Metadata of a resource; editable for users who may change it. */
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
    hint: isSourced(name) ? sourceOf(name) : undefined,
    note: form.overtaken.includes(name)
      ? fillText(texts.detail.newerValue, { value: words.value(name, stored[name]) })
      : undefined,
  });
  const sourceOf = (name: SourcedField) => {
    const source = resource.sources[name];
    return source && !(form.changed as readonly string[]).includes(name) && sourceWords(source, texts);
  };
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
  return (
    <div className="info-tab">
      <Place name="description">
        <TextareaField {...text('description')} rows={4} maxLength={10_000} wide />
      </Place>
      {isImage && (
        <Place name="altText">
          <TextareaField {...text('altText')} rows={2} maxLength={2000} hint={texts.resourceDetail.altHint} wide />
        </Place>
      )}
      <div className="field-wide" data-field="tags">
        <TagChooser
          label={form.changed.includes('tags') ? `${fields.tags} · ${texts.words.changed}` : fields.tags}
          value={readTags(form.values.tags)}
          error={form.problems.tags}
          disabled={!editable}
          onChange={(tags) => form.set('tags', printTags(tags))}
        />
      </div>
      <Place name="language">
        <SelectField {...choice('language')} options={[none, ...languageOptions(language)]} />
      </Place>
      <Place name="subjectId">
        <SelectField {...choice('subjectId')} options={[none, ...subjectOptions(subjects, resource.subject)]} />
      </Place>
      <Place name="author">
        <TextField {...text('author')} maxLength={300} />
      </Place>
      <Place name="year">
        <TextField {...text('year')} inputMode="numeric" maxLength={4} />
      </Place>
      <Place name="source">
        <TextField {...text('source')} maxLength={1000} wide />
      </Place>
      <Place name="licence">
        <SelectField {...choice('licence')} options={[none, ...licenceOptions(texts)]} />
      </Place>
      <TextField {...text('licenceUntil')} type="date" hint={texts.resourceDetail.licenceHint} />
      <SelectField {...choice('visibility')} options={visibilityOptions(texts)} />
      <InfoFacts resource={resource} />
      {isImage && <SimilarPictures id={resource.id} />}
    </div>
  );
}

/** Marks a field for links to it, without a box of its own in the layout. */
function Place({ name, children }: { name: Name; children: ReactNode }) {
  return (
    <div className="info-field" data-field={name}>
      {children}
    </div>
  );
}

function isSourced(name: string): name is SourcedField {
  return (sourcedFields as readonly string[]).includes(name);
}

/** Where a value comes from, such as “From the file”. */
function sourceWords({ from, name }: FieldSource, { resourceDetail }: Texts): string {
  const { sources } = resourceDetail;
  if (from !== 'person') return sources[from];
  return name === null ? sources.someone : fillText(sources.person, { name });
}

type Subject = { id: string; name: string; parentId: string | null };

/** Subjects indented below their parents; includes the chosen subject even before the list has loaded. */
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

/** Location, owner and dates; each links to other resources with the same value. */
function InfoFacts({ resource }: { resource: ResourceDetailView }) {
  const texts = useTexts();
  const { resourceDetail, words } = texts;
  const format = useFormat();
  const { library, folder, owner, department, columns } = resource;
  const filter = (name: string, id: string, label: string) => (
    <AppLink to={`${resourceList.page}?${new URLSearchParams({ [name]: id })}`}>{label}</AppLink>
  );
  return (
    <FactList
      facts={[
        ...(resource.sources.title
          ? [{ label: texts.resourceDetail.titleSource, value: sourceWords(resource.sources.title, texts) }]
          : []),
        { label: resourceDetail.library, value: filter('library', library.id, library.name) },
        ...(folder ? [{ label: resourceDetail.folder, value: filter('folder', folder.id, folder.name) }] : []),
        { label: resourceDetail.owner, value: filter('owner', owner.id, owner.name) },
        ...(department
          ? [{ label: resourceDetail.department, value: filter('department', department.id, department.name) }]
          : []),
        {
          label: resourceDetail.columns,
          value:
            columns.length === 0
              ? words.noneOfThem
              : columns.map(({ id, name }, at) => (
                  <span key={id}>
                    {at > 0 && ' · '}
                    {filter('column', id, name)}
                  </span>
                )),
        },
        { label: resourceDetail.added, value: format.dateTime(resource.createdAt) },
        ...(resource.createdBy ? [{ label: resourceDetail.addedBy, value: resource.createdBy.name }] : []),
        ...(resource.publishedAt
          ? [{ label: resourceDetail.published, value: format.dateTime(resource.publishedAt) }]
          : []),
      ]}
    />
  );
}
