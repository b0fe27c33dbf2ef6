import { useState } from 'react';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { ErrorPanel } from '../../error-panel.tsx';
import { noTagChange, TagChanges, tagChangeOf } from './edit/tag-changes.tsx';
import { useSelectionDescription } from './edit/use-selection-description.ts';
import { QuestionDialog } from './question-dialog.tsx';
import type { ResourceTarget } from './resource-dialog.ts';
import { useResourceStart, useWhat } from './use-resource-start.ts';

/** Adds and removes tags of many resources. */
export function TagsDialog({ target }: { target: ResourceTarget }) {
  const { resourceDeeds, words } = useTexts();
  const what = useWhat(target);
  const described = useSelectionDescription(target);
  const [draft, setDraft] = useState(noTagChange);
  const [tried, setTried] = useState(false);
  const { busy, start } = useResourceStart('edit', target);
  const tags = tagChangeOf(draft);
  return (
    <QuestionDialog
      title={fillText(resourceDeeds.tags.title, { what })}
      submitLabel={words.save}
      busy={busy}
      onSubmit={() => {
        setTried(true);
        if (tags) void start({ tags });
      }}
    >
      {described.error && <ErrorPanel error={described.error} onRetry={() => void described.refetch()} />}
      <TagChanges
        present={described.data?.tags ?? []}
        draft={draft}
        error={tried && !tags ? resourceDeeds.tags.needed : undefined}
        onChange={setDraft}
      />
    </QuestionDialog>
  );
}
