import type { HomeDraft } from '@lectern/contract/features/home-page.ts';
import { Banner } from '../../../components/banner.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { slotName, titleOf } from '../home-words.ts';

const mostNamed = 5;

/** What is published and yet nobody sees: said before it is published. */
export function UnseenEntries({ draft }: { draft: HomeDraft }) {
  const texts = useTexts();
  const { publishing: words, hidden } = texts.homePage;
  const slots = draft.slots.filter(({ visible }) => visible);
  const unseen = slots.flatMap((slot) =>
    slot.entries.flatMap((entry) => (entry.state === 'live' && entry.hidden ? [{ ...entry, why: entry.hidden }] : [])),
  );
  const empty = slots.filter(({ warnings }) => warnings.includes('empty'));
  if (unseen.length + empty.length === 0) return null;
  const rest = unseen.length - mostNamed;
  return (
    <Banner tone="warning" label={words.unseen}>
      <strong>{words.unseen}</strong>
      <ul className="home-unseen">
        {unseen.slice(0, mostNamed).map((entry) => (
          <li key={entry.id}>
            {titleOf(entry, texts)}: {hidden[entry.why]}
          </li>
        ))}
        {rest > 0 && <li>{fillText(words.unseenMore, { count: rest })}</li>}
        {empty.length > 0 && (
          <li>{fillText(words.emptySlots, { names: empty.map(({ name }) => slotName(name)).join(' · ') })}</li>
        )}
      </ul>
    </Banner>
  );
}
