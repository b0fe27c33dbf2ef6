import type { GlossaryOccurrence } from '@lectern/contract/features/glossary.ts';
import type { GlossaryTexts } from '../../lib/i18n/en/glossary.ts';
import { fillText } from '../../lib/i18n/use-texts.ts';
import { subtitleHref } from '../subtitle/subtitle-href.ts';
import { clock } from '../viewers/media/clock.ts';
import { textHrefAt } from '../work/text-href.ts';
import { languageName } from '../work/work-words.ts';

/** What kind of text it is; of subtitles, which of them. */
export function nameOf({ source, language }: GlossaryOccurrence, { sources }: GlossaryTexts): string {
  return source === 'subtitle' && language ? `${sources.subtitle} · ${languageName(language)}` : sources[source];
}

export function placeName({ page, cue, startMs }: GlossaryOccurrence, texts: GlossaryTexts): string {
  const time = startMs === null ? '' : clock(startMs / 1_000);
  if (cue !== null) return fillText(texts.cue, { number: cue, time });
  return page === null ? time : fillText(texts.page, { number: page });
}

/** The workbench of the text, at the place. */
export function hrefOf({ source, resource, language, page, box, startMs }: GlossaryOccurrence): string {
  const second = startMs === null ? null : startMs / 1_000;
  if (source !== 'subtitle') return textHrefAt(resource, { page, second, ...(box && { box }) });
  const href = subtitleHref(resource.id, { language: language ?? undefined });
  return second === null || second < 1 ? href : `${href}&second=${Math.floor(second)}`;
}
