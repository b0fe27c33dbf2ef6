import { type ScanSource, scanSources } from '@lectern/contract/features/scan.ts';
import type { Language } from '@lectern/contract/language.ts';
import { fillText } from '@lectern/contract/messages/fill-text.ts';
import { messagesIn } from '../../platform/messages.ts';
import type { OpenBlock } from './scans.repository.ts';

const mostPlaces = 5;

/** Why a resource was blocked, by place and without the word: whoever owns it reads this. */
export function blockReason(hits: readonly OpenBlock[], language: Language): string {
  const { reason, between } = messagesIn(language).scan.blockReason;
  const places = scanSources.flatMap((source) => placesIn(source, hits, language));
  return fillText(reason, { places: places.join(between) });
}

function placesIn(source: ScanSource, hits: readonly OpenBlock[], language: Language): string[] {
  const { scan } = messagesIn(language);
  const own = hits.filter((hit) => hit.source === source);
  if (own.length === 0) return [];
  const places = [...new Set(own.flatMap((hit) => placeOf(hit, language)))].slice(0, mostPlaces);
  const name = scan.sources[source];
  const { place, and } = scan.blockReason;
  return [places.length > 0 ? fillText(place, { source: name, where: places.join(and) }) : name];
}

function placeOf({ page, start_ms: startMs }: OpenBlock, language: Language): string[] {
  if (page !== null) return [fillText(messagesIn(language).scan.blockReason.page, { number: page })];
  if (startMs === null) return [];
  const seconds = Math.floor(startMs / 1000);
  return [`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`];
}
