import { useState } from 'react';
import { changesOf, type FieldDraft, isYear, type TitleDraft } from './edit-draft.ts';
import { noTagChange, tagChangeOf } from './tag-changes.tsx';

/** What a bulk edit is going to write. Of a single resource the title is edited as a whole. */
export function useEditDraft(onlyTitle: string | undefined) {
  const [fields, setFields] = useState<FieldDraft>({});
  const [tags, setTags] = useState(noTagChange);
  const [title, setTitle] = useState<TitleDraft>({ find: onlyTitle ?? '', replace: onlyTitle ?? '' });
  const isTitleFine = onlyTitle === undefined || title.replace.trim() !== '';
  return {
    fields,
    setFields,
    tags,
    setTags,
    title: { value: title, isFine: isTitleFine, onChange: setTitle },
    changes: changesOf(fields, title, tagChangeOf(tags)),
    isFine: isTitleFine && isYear(fields.year ?? ''),
  };
}
