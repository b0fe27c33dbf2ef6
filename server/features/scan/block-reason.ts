import { type ScanSource, scanSources } from '@lectern/contract/features/scan.ts';
import { scanSourceWords } from '@lectern/contract/features/scan-words.ts';
import type { Language } from '@lectern/contract/language.ts';
import type { OpenBlock } from './scans.repository.ts';

const mostPlaces = 5;
const texts = {
  found: { en: 'Sensitive content was found', zh: '发现敏感内容' },
  page: { en: 'page', zh: '页' },
} as const;

/** Why a resource was blocked, by place and without the word: whoever owns it reads this. */
export function blockReason(hits: readonly OpenBlock[], language: Language): string {
  const places = scanSources.flatMap((source) => placesIn(source, hits, language));
  return `${texts.found[language]}: ${places.join('; ')}`;
}

function placesIn(source: ScanSource, hits: readonly OpenBlock[], language: Language): string[] {
  const own = hits.filter((hit) => hit.source === source);
  if (own.length === 0) return [];
  const places = [...new Set(own.flatMap((hit) => placeOf(hit, language)))].slice(0, mostPlaces);
  const where = places.length > 0 ? ` (${places.join(', ')})` : '';
  return [`${scanSourceWords[source][language]}${where}`];
}

function placeOf({ page, start_ms: startMs }: OpenBlock, language: Language): string[] {
  if (page !== null) return [`${texts.page[language]} ${page}`];
  if (startMs === null) return [];
  const seconds = Math.floor(startMs / 1000);
  return [`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`];
}
