import type { SummaryVersion } from '@lectern/contract/features/summary.ts';
import { FactList } from '../../../components/fact-list.tsx';
import { originWords } from '../../../components/summary/summary-state.tsx';
import { confidenceBar } from '../../../components/work/confidence-bar.tsx';
import { engineWords, languageName } from '../../../components/work/work-words.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../../lib/i18n/use-texts.ts';

/** How a result was made: engine, options, source file and cost. */
export function SummaryFacts({ version }: { version: SummaryVersion }) {
  const texts = useTexts();
  const { facts: words } = texts.summary;
  const format = useFormat();
  const { engine, model, language, evidence, tokensIn, tokensOut, cost, createdBy } = version;
  const isMachine = version.origin !== 'edited';
  const facts = [
    { label: words.origin, value: originWords(version, texts) },
    engine && { label: words.engine, value: engineWords(engine) },
    model && { label: words.model, value: model },
    isMachine && { label: words.options, value: optionWords(version.options, texts) || words.usual },
    language && { label: words.language, value: languageName(language) },
    evidence !== null && { label: words.evidence, value: confidenceBar(evidence, texts) },
    tokensIn + tokensOut > 0 && {
      label: words.tokens,
      value: fillText(words.tokensOf, { in: format.number(tokensIn), out: format.number(tokensOut) }),
    },
    cost !== null && { label: words.cost, value: format.cost(cost) },
    { label: words.file, value: fillText(texts.reading.version, { number: version.versionNumber }) },
    { label: words.made, value: format.dateTime(version.createdAt) },
    createdBy && { label: words.by, value: createdBy.name },
  ];
  return (
    <details className="summary-facts">
      <summary>{words.title}</summary>
      <FactList facts={facts.filter((fact) => fact !== false && fact !== null && fact !== '')} />
    </details>
  );
}

function optionWords({ engine, sentences, language }: SummaryVersion['options'], { summary }: Texts): string {
  const { regenerate } = summary;
  const asked = [
    (engine === 'extracted' || engine === 'generated') && regenerate.engines[engine],
    typeof sentences === 'number' && `${regenerate.sentences} ${sentences}`,
    typeof language === 'string' && `${regenerate.language} ${languageName(language)}`,
  ];
  return asked.filter(Boolean).join(' · ');
}
