import { useState } from 'react';
import { Tabs } from '../../../components/tabs.tsx';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';
import { useFormat } from '../../../lib/format.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { GlossaryPanel } from '../glossary/glossary-panel.tsx';
import { SpeakerList, useSpeakers } from './speaker-list.tsx';
import { SuspectList } from './suspect-list.tsx';
import type { Suspect } from './use-suspects.ts';
import './speech-panel.css';

type Shown = 'suspects' | 'glossary' | 'speakers';

/** What helps with a transcript: what may be made up, terms that are always meant otherwise, and who speaks. */
export function SpeechPanel({ suspects }: { suspects: readonly Suspect[] }) {
  const { work } = useWorkbench();
  const { textWork } = useTexts();
  const { number } = useFormat();
  const { speech } = textWork;
  const speakers = useSpeakers(work);
  const [shown, setShown] = useState<Shown>(suspects.length > 0 ? 'suspects' : 'glossary');
  const count = (list: readonly unknown[]) => (list.length > 0 ? number(list.length) : undefined);
  return (
    <section className="speech-panel" aria-label={speech.panel}>
      <Tabs
        label={speech.panel}
        tabs={[
          { id: 'suspects', label: speech.suspects, count: count(suspects) },
          { id: 'glossary', label: textWork.glossary.title },
          { id: 'speakers', label: speech.speakers, count: count(speakers) },
        ]}
        active={shown}
        onChange={setShown}
      >
        {shown === 'suspects' && <SuspectList suspects={suspects} />}
        {shown === 'glossary' && <GlossaryPanel />}
        {shown === 'speakers' && <SpeakerList speakers={speakers} />}
      </Tabs>
    </section>
  );
}
