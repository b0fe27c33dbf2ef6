import type { StepKind } from '@lectern/contract/features/job.ts';
import type { Reading, ReadingSource } from '@lectern/contract/features/reading.ts';
import { FactList } from '../../../../components/fact-list.tsx';
import { confidenceBar } from '../../../../components/work/confidence-bar.tsx';
import { engineWords, languageName, optionWords } from '../../../../components/work/work-words.ts';
import { useFormat } from '../../../../lib/format.ts';
import { fillText, useTexts } from '../../../../lib/i18n/use-texts.ts';

const steps: Record<ReadingSource, StepKind> = { document: 'convert', ocr: 'ocr', speech: 'asr' };

function plain(options: Reading['options']): Record<string, string | number | boolean> {
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : [],
    ),
  );
}

/** Who or what made a text, from which file, and how far it can be trusted. */
export function ReadingProvenance({ reading }: { reading: Reading }) {
  const texts = useTexts();
  const { reading: words, work } = texts;
  const format = useFormat();
  const { engine, language, confidence, doubtful, versionNumber, checkedBy, createdBy } = reading;
  const parts = [
    engine ? engineWords(engine) : words.origins[reading.origin],
    language && languageName(language),
    confidence !== null && fillText(words.sure, { value: Math.floor(confidence * 100) }),
    doubtful > 0 && fillText(words.doubtful, { count: format.number(doubtful) }),
    checkedBy && fillText(words.checkedBy, { name: checkedBy }),
  ];
  const options = optionWords(steps[reading.source], plain(reading.options), texts);
  const facts = [
    { label: words.origin, value: words.origins[reading.origin] },
    engine && { label: work.facts.engine, value: engineWords(engine) },
    options && { label: work.facts.options, value: options },
    language && { label: work.facts.language, value: languageName(language) },
    confidence !== null && { label: work.facts.confidence, value: confidenceBar(confidence, texts) },
    { label: words.file, value: fillText(words.version, { number: versionNumber }) },
    { label: words.resultName, value: format.number(reading.number) },
    { label: words.characters, value: format.number(reading.characters) },
    { label: words.made, value: format.dateTime(reading.createdAt) },
    createdBy && { label: words.madeBy, value: createdBy },
  ];
  return (
    <details className="reading-provenance">
      <summary>
        {reading.stale && <em className="reading-stale">{words.stale}</em>}
        {parts.filter(Boolean).join(' · ')}
      </summary>
      <FactList facts={facts.filter((fact) => fact !== false && fact !== null && fact !== '')} />
    </details>
  );
}
