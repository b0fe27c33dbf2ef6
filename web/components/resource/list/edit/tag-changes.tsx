import type { ResourceChanges } from '@lectern/contract/features/resource-action.ts';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';
import { ChoiceField } from '../../../choice-field.tsx';
import type { TagName } from '../../tag-chips.tsx';
import { TagChooser } from '../../tag-chooser.tsx';

type TagDraft = { mode: 'change' | 'replace'; add: TagName[]; remove: string[]; replace: TagName[] };
export const noTagChange: TagDraft = { mode: 'change', add: [], remove: [], replace: [] };

/** As the action takes it; undefined: tags stay as they are. */
export function tagChangeOf({ mode, add, remove, replace }: TagDraft): ResourceChanges['tags'] {
  if (mode === 'replace') return { replace: replace.map(({ id }) => id) };
  if (add.length === 0 && remove.length === 0) return undefined;
  return { add: add.map(({ id }) => id), remove };
}

type Props = {
  /** Every tag among the resources, and how many have it. */
  present: readonly { id: string; name: string; count: number }[];
  draft: TagDraft;
  error?: string | undefined;
  onChange: (draft: TagDraft) => void;
};

/** Adds tags, removes some of those that are there, or puts others in the place of all. */
export function TagChanges({ present, draft, error, onChange }: Props) {
  const { resourceDialogs } = useTexts();
  const words = resourceDialogs.edit;
  const format = useFormat();
  const toggle = (id: string) =>
    onChange({
      ...draft,
      remove: draft.remove.includes(id) ? draft.remove.filter((one) => one !== id) : [...draft.remove, id],
    });
  return (
    <div className="tag-changes field-wide">
      <ChoiceField
        label={words.tagMode}
        value={draft.mode}
        options={[
          { value: 'change', label: words.tagModes.change },
          { value: 'replace', label: words.tagModes.replace },
        ]}
        onChange={(mode) => onChange({ ...draft, mode })}
      />
      {draft.mode === 'replace' ? (
        <TagChooser
          label={words.replaceTags}
          value={draft.replace}
          error={error}
          onChange={(replace) => onChange({ ...draft, replace })}
        />
      ) : (
        <>
          <TagChooser
            label={words.addTags}
            value={draft.add}
            error={error}
            onChange={(add) => onChange({ ...draft, add })}
          />
          <fieldset className="tag-changes-remove">
            <legend>{words.removeTags}</legend>
            {present.length === 0 && <span className="field-help">{resourceDialogs.tags.none}</span>}
            {present.map(({ id, name, count }) => (
              <label key={id} className="tag-changes-tag">
                <input
                  type="checkbox"
                  className="grid-checkbox"
                  checked={draft.remove.includes(id)}
                  onChange={() => toggle(id)}
                />
                {fillText(words.tagCount, { name, count: format.number(count) })}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </div>
  );
}
