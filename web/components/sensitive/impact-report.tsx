import { doubtWords } from '@lectern/contract/features/scan-words.ts';
import type { ImpactSample, WordImpact } from '@lectern/contract/features/sensitive-word-trial.ts';
import { useFormat } from '../../lib/format.ts';
import { inLanguage } from '../../lib/i18n/in-language.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { Banner } from '../banner.tsx';
import { Icon } from '../icon.tsx';
import { resourceHref } from '../resource/resource-href.ts';
import { Status } from '../status.tsx';
import { effectWords, unpublishedWords } from './impact-words.ts';
import { markedText } from './marked-text.tsx';
import { placeWords } from './place-words.ts';
import './impact-report.css';

/** What a change would flag and clear, with some of it. */
export function ImpactReport({ impact }: { impact: WordImpact }) {
  const texts = useTexts();
  const says = texts.sensitiveTools.impact;
  const format = useFormat();
  const { samples, unpublished, cutShort, looked } = impact;
  return (
    <div className="impact-report">
      <p className="impact-effect" role="status">
        <strong>{effectWords(impact, texts, format)}</strong>
      </p>
      {unpublished.value > 0 && <Banner tone="bad">{unpublishedWords(impact, texts, format)}</Banner>}
      {samples.length > 0 && (
        <>
          <h3>{says.samples}</h3>
          <ul className="impact-samples">
            {samples.map((sample) => (
              <Sample key={`${sample.effect} ${sample.resource.id} ${sample.word}`} sample={sample} />
            ))}
          </ul>
        </>
      )}
      <p className="impact-note">
        {fillText(says.looked, { count: format.number(looked) })} {cutShort && says.cutShort}
      </p>
    </div>
  );
}

function Sample({ sample: { effect, resource, word, place, excerpt, likelyFalse } }: { sample: ImpactSample }) {
  const texts = useTexts();
  const says = texts.sensitiveTools.impact;
  return (
    <li>
      <div className="impact-sample">
        <Status tone={effect === 'flag' ? 'warn' : 'ok'}>{says.effects[effect]}</Status>
        <Icon name={resource.kind} />
        {/* In a window of its own: what is edited here is not saved yet. */}
        <a href={resourceHref(resource)} target="_blank" rel="noreferrer">
          {resource.title}
        </a>
        <small>{placeWords(place, texts, resource)}</small>
        {likelyFalse && <Status tone="idle">{inLanguage(doubtWords).likelyFalse}</Status>}
      </div>
      <p title={word}>{markedText(excerpt)}</p>
    </li>
  );
}
