import type { ResourceDetailView } from '@lectern/contract/features/resource.ts';
import { useState } from 'react';
import type { TextSource } from '../../components/work/text-href.ts';
import { WorkFailure } from '../../components/workbench/work-failure.tsx';
import { usePageTitle } from '../../lib/document-title.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { EmptyText } from './empty-text.tsx';
import type { KnownVersions } from './known-versions.ts';
import { TextDesk } from './text-desk.tsx';
import { TextSkeleton } from './text-skeleton.tsx';
import { useTextParts } from './use-text-parts.ts';
import { useTextList } from './use-text-walk.ts';

type Props = {
  resource: ResourceDetailView;
  source: TextSource;
  known: KnownVersions;
  refresh: () => Promise<unknown>;
};

/** The current text of a resource, from the one that was current when it was opened. */
export function TextSourcePage({ resource, source, known, refresh }: Props) {
  usePageTitle(resource.title);
  const current = known.versions.find((version) => version.current);
  // Another one that becomes current meanwhile is offered, not put under one's hands.
  const [opened, setOpened] = useState(current);
  if (!opened) {
    if (current) setOpened(current);
    return <EmptyText resource={resource} source={source} />;
  }
  return (
    <OpenedText
      key={opened.id}
      resource={resource}
      source={source}
      opened={opened}
      known={known}
      refresh={refresh}
      onOpen={() => current && setOpened(current)}
    />
  );
}

type OpenedProps = Props & { opened: KnownVersions['versions'][number]; onOpen: () => void };

function OpenedText({ resource, source, opened, known, refresh, onOpen }: OpenedProps) {
  const { textWork } = useTexts();
  const list = useTextList();
  const { loaded, retry } = useTextParts({ id: resource.id, source, readingId: opened.id, count: opened.parts });
  if (loaded.state === 'failed')
    return <WorkFailure title={resource.title} list={list} error={loaded.error} onRetry={retry} />;
  if (loaded.state === 'loading') {
    const words = opened.parts > 1 && fillText(textWork.loading, { done: loaded.done, count: opened.parts });
    return <TextSkeleton>{words || ''}</TextSkeleton>;
  }
  return (
    <TextDesk
      resource={resource}
      source={source}
      opened={opened}
      known={known}
      parts={loaded.parts}
      refresh={refresh}
      onOpen={onOpen}
    />
  );
}
