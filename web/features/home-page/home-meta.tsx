import type { HomeDraft } from '@lectern/contract/features/home-page.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';

/** What is published, and who touched the draft last. */
export function HomeMeta({ draft }: { draft: HomeDraft }) {
  const { homePage: words } = useTexts();
  const format = useFormat();
  const when = format.relativeTime(draft.changedAt);
  return (
    <>
      <span>
        {draft.published
          ? fillText(words.publishedAs, { number: format.number(draft.published.number) })
          : words.neverPublished}
      </span>
      <span>
        {draft.changedBy
          ? fillText(words.changedBy, { name: draft.changedBy.name, when })
          : fillText(words.changed, { when })}
      </span>
    </>
  );
}
