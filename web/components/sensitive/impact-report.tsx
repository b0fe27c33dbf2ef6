import type { ImpactSample, WordImpact } from '@lectern/contract/features/sensitive-word-trial.ts';
import type { BoundedCount } from '@lectern/contract/list/define-list.ts';
import { type Format, useFormat } from '../../lib/format.ts';
import { fillText, type Texts, useTexts } from '../../lib/i18n/use-texts.ts';
import { Banner } from '../banner.tsx';
import { Icon } from '../icon.tsx';
import { resourceHref } from '../resource/resource-href.ts';
import { Status } from '../status.tsx';
import { markedText, placeWords } from './marked-text.tsx';
import './impact-report.css';

/** What a change would flag and clear, with samples. */
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
        {likelyFalse && <Status tone="idle">{texts.scan.likelyFalse}</Status>}
      </div>
      <p title={word}>{markedText(excerpt)}</p>
    </li>
  );
}

/** For example “This newly flags at least 37 resources and clears 4.” */
function effectWords({ flagged, cleared }: WordImpact, { sensitiveTools }: Texts, format: Format): string {
  const { impact } = sensitiveTools;
  const say = (text: string, count: BoundedCount) => fillText(text, { count: shown(count, impact, format) });
  if (flagged.value > 0 && cleared.value > 0)
    return fillText(impact.both, { flag: say(impact.flag, flagged), clear: say(impact.clear, cleared) });
  if (flagged.value > 0) return fillText(impact.one, { effect: say(impact.flag, flagged) });
  if (cleared.value > 0) return fillText(impact.one, { effect: say(impact.clearOnly, cleared) });
  return impact.none;
}

function unpublishedWords({ unpublished }: WordImpact, { sensitiveTools }: Texts, format: Format): string {
  const { impact } = sensitiveTools;
  return fillText(impact.unpublished, { count: shown(unpublished, impact, format) });
}

function shown(count: BoundedCount, impact: Texts['sensitiveTools']['impact'], format: Format): string {
  const number = format.number(count.value);
  return count.exact ? number : fillText(impact.atLeast, { count: number });
}
