import { createTag, listTags } from '@lectern/contract/features/tag.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { Icon } from '../icon.tsx';
import { countWords } from '../list-page/count-words.ts';
import { FindField, type FindOption } from './find-field.tsx';
import type { TagName } from './tag-chips.tsx';
import './tag-chips.css';
import './tag-chooser.css';

type Props = {
  label: string;
  value: readonly TagName[];
  /** Offers only existing tags, without creating new ones. */
  known?: boolean;
  hint?: string;
  error?: string | undefined;
  disabled?: boolean;
  onChange: (value: TagName[]) => void;
};

const newTag = 'new';

/** Selected tags as chips, and a field that finds or creates more. */
export function TagChooser({ label, value, known, hint, error, disabled, onChange }: Props) {
  const { resource } = useTexts();
  const words = resource.tagChooser;
  const format = useFormat();
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim());
  const tags = useQuery({
    ...queryOf(listTags, { query: { text: wanted } }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const make = useMutationOf(createTag, { invalidates: [listTags] });
  const chosen = new Set(value.map(({ id }) => id));
  const found = (tags.data ?? []).filter(({ id }) => !chosen.has(id));
  const isThere = (tags.data ?? []).some(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  const options: FindOption[] = found.map(({ id, name, resources }) => ({
    id,
    label: name,
    note: countWords(resources, format),
  }));
  if (!known && wanted && tags.data && !isThere)
    options.push({ id: newTag, label: fillText(words.create, { name: wanted }) });
  const add = ({ id, name }: TagName) => {
    setText('');
    if (!chosen.has(id)) onChange([...value, { id, name }]);
  };
  const pick = (option: FindOption) => {
    if (option.id !== newTag) return add({ id: option.id, name: option.label });
    make.mutate({ body: { name: wanted } }, { onSuccess: add });
  };
  return (
    <div className="tag-chooser">
      <FindField
        label={label}
        placeholder={words.find}
        {...(hint && { hint })}
        error={error}
        disabled={disabled === true}
        text={text}
        options={options}
        none={words.none}
        many
        onText={setText}
        onPick={pick}
        onBack={() => onChange(value.slice(0, -1))}
      />
      {value.length > 0 && (
        <ul className="tag-chooser-chosen" aria-label={words.chosen}>
          {value.map((tag) => (
            <li key={tag.id} className="tag-chip">
              <span title={tag.name}>{tag.name}</span>
              {!disabled && (
                <button
                  type="button"
                  aria-label={fillText(words.remove, { name: tag.name })}
                  onClick={() => onChange(value.filter(({ id }) => id !== tag.id))}
                >
                  <Icon name="close" size={10} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
