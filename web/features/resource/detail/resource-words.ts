import { listLibraries } from '@lectern/contract/features/library.ts';
import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { listSubjects } from '@lectern/contract/features/subject.ts';
import { listTags } from '@lectern/contract/features/tag.ts';
import { useQuery } from '@tanstack/react-query';
import { type FieldWords, namedField, plainValue } from '../../../components/detail/field-words.ts';
import { languageNames } from '../../../components/resource/resource-options.ts';
import { useFormat } from '../../../lib/format.ts';
import { joinNames } from '../../../lib/i18n/punctuation.ts';
import { useLanguage, useTexts } from '../../../lib/i18n/use-texts.ts';
import { queryOf } from '../../../lib/queries.ts';
import { readTags } from './resource-values.ts';

/** Labels and values for the activity log; ids are shown as names where known. */
export function useResourceWords(named: { withNames?: boolean } = {}): FieldWords {
  const { resource, resourceDetail, reading, work, words } = useTexts();
  const language = useLanguage();
  const format = useFormat();
  const enabled = named.withNames === true;
  const subjects = useQuery(queryOf(listSubjects, {}, { quiet: true })).data;
  const libraries = useQuery({ ...queryOf(listLibraries, {}, { quiet: true }), enabled }).data;
  const tags = useQuery({ ...queryOf(listTags, { query: { size: 200 } }, { quiet: true }), enabled }).data;
  const nameIn = (units: readonly { id: string; name: string }[] | undefined, id: unknown) =>
    units?.find((unit) => unit.id === id)?.name;
  const fields: Record<string, string> = {
    ...resource.fields,
    subjectId: resource.fields.subject,
    tagIds: resource.fields.tags,
    state: resourceDetail.state,
    reason: resourceDetail.reason,
    ownerId: resourceDetail.owner,
    libraryId: resourceDetail.library,
    folderId: resourceDetail.folder,
    publishAt: resource.moves.publish,
    offlineAt: resource.moves.offline,
    text: resourceDetail.note,
    resolved: resourceDetail.settledField,
  };
  const lists: Record<string, Record<string, string>> = {
    language: languageNames(language),
    licence: resource.licences,
    visibility: resource.visibilities,
    // Activities of subtitles and jobs also use the `state` field.
    state: {
      ...work.states,
      ...{ auto: reading.origins.machine, edited: reading.origins.edited, checked: work.checks.checked },
      ...resource.states,
    },
    origin: reading.origins,
    step: work.steps,
  };
  return {
    field: (field) => namedField(fields, field),
    value(field, value) {
      if (field === 'tags' && typeof value === 'string') return namesOf(readTags(value).map(({ name }) => name));
      if (field === 'tagIds' && Array.isArray(value)) return namesOf(value.map((id) => nameIn(tags, id) ?? '…'));
      if (field === 'subjectId') return nameIn(subjects, value) ?? plainValue(value, words);
      if (field === 'libraryId') return nameIn(libraries, value) ?? plainValue(value, words);
      if (field === 'sizeBytes' && typeof value === 'number') return format.bytes(value);
      if (typeof value === 'boolean') return value ? resourceDetail.yes : resourceDetail.no;
      if (/At$/.test(field) && typeof value === 'string') return format.dateTime(value);
      return lists[field]?.[String(value)] ?? plainValue(value, words);
    },
    action: (action) => resourceDetail.actions[action],
  };

  function namesOf(names: string[]): string {
    return joinNames(names) || words.noneOfThem;
  }
}

/** Current values by the field names that activities use. */
export function currentFields(resource: ResourceDetailView): Record<string, unknown> {
  const { title, description, language, author, year, source, altText, licence, licenceUntil, visibility } = resource;
  return {
    title,
    description,
    language,
    author,
    year,
    source,
    altText,
    licence,
    licenceUntil,
    visibility,
    subjectId: resource.subject?.id ?? null,
    tagIds: resource.tags.map(({ id }) => id),
  };
}
