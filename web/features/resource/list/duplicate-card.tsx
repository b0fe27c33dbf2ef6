import { Button } from '../../../components/button.tsx';
import { FactList } from '../../../components/fact-list.tsx';
import { ResourceLink } from '../../../components/resource/resource-link.tsx';
import { ResourceState } from '../../../components/resource/resource-state.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { Twin } from './twins.ts';

/** One of several twins, with what tells it from the others. */
export function DuplicateCard({ twin, onKeep }: { twin: Twin; onKeep?: (() => void) | undefined }) {
  const { resourceDeeds, resourceList, words } = useTexts();
  const texts = resourceDeeds.duplicates;
  const format = useFormat();
  const place = twin.folder ? `${twin.library.name} / ${twin.folder.name}` : twin.library.name;
  const facts = [
    { label: resourceList.columns.state, value: <ResourceState {...twin} /> },
    { label: resourceList.columns.owner, value: twin.owner.name },
    { label: texts.place, value: place },
    { label: resourceList.columns.columns, value: twin.columns.map(({ name }) => name).join(', ') || words.none },
    { label: texts.uses, value: fillText(texts.usesCount, { count: format.number(twin.uses) }) },
    { label: texts.added, value: format.dateTime(twin.createdAt) },
    { label: texts.changed, value: format.dateTime(twin.updatedAt) },
  ];
  return (
    <div className="duplicate-card">
      <ResourceLink resource={twin} />
      <FactList facts={facts} />
      {onKeep && (
        <Button size="small" onClick={onKeep} aria-label={`${texts.merge}: ${twin.title}, ${place}`}>
          {texts.merge}
        </Button>
      )}
    </div>
  );
}
