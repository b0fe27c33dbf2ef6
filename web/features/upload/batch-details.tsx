import { listSubjects } from '@lectern/contract/features/subject.ts';
import { useQuery } from '@tanstack/react-query';
import { licenceOptions, visibilityOptions } from '../../components/resource/resource-options.ts';
import type { TagName } from '../../components/resource/tag-chips.tsx';
import { TagChooser } from '../../components/resource/tag-chooser.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf } from '../../lib/queries.ts';
import type { DetailsDraft } from './details-draft.ts';

type Props = { draft: DetailsDraft; onChange: (draft: DetailsDraft) => void };

/** Optional metadata for all files of a batch; empty fields stay as the library and the files have them. */
export function BatchDetails({ draft, onChange }: Props) {
  const texts = useTexts();
  const { resource } = texts;
  const { fields } = resource;
  const subjects = useQuery(queryOf(listSubjects, {}, { quiet: true })).data ?? [];
  const set = (change: Partial<DetailsDraft>) => onChange({ ...draft, ...change });
  const none = { value: '', label: resource.noValue };
  return (
    <div className="upload-details">
      <TagChooser label={fields.tags} value={draft.tags} onChange={(tags: TagName[]) => set({ tags })} />
      <SelectField
        label={fields.subject}
        value={draft.subjectId}
        options={[none, ...subjects.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(subjectId) => set({ subjectId })}
      />
      <TextField
        label={fields.author}
        value={draft.author}
        maxLength={300}
        autoComplete="off"
        onChange={(author) => set({ author })}
      />
      <SelectField
        label={fields.licence}
        value={draft.licence}
        options={[none, ...licenceOptions(texts)]}
        onChange={(licence) => set({ licence })}
      />
      <SelectField
        label={fields.visibility}
        value={draft.visibility}
        options={[none, ...visibilityOptions(texts)]}
        onChange={(visibility) => set({ visibility })}
      />
    </div>
  );
}
