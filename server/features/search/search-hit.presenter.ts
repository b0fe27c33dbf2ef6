import type { SearchHit } from '@lectern/contract/features/search.ts';
import type { FoundRecord } from './search.repository.ts';

/** Characters of the description shown around a match. */
const around = 60;

export function presentHit(record: FoundRecord, words: readonly string[], isSimilar = false): SearchHit {
  return {
    id: record.id,
    kind: record.kind,
    state: record.state as SearchHit['state'],
    title: record.title,
    fileName: record.file_name,
    thumbnail: thumbnailOf(record),
    ...(isSimilar ? { found: 'similar' as const, snippet: null } : whereFound(record, words)),
  };
}

export function thumbnailOf({ id, thumbnail_id: thumbnail }: Pick<FoundRecord, 'id' | 'thumbnail_id'>): string | null {
  return thumbnail && `/resources/${id}/renditions/${thumbnail}`;
}

function whereFound(record: FoundRecord, words: readonly string[]): Pick<SearchHit, 'found' | 'snippet'> {
  const missing = words.filter((word) => !record.title.toLowerCase().includes(word));
  const holds = (value: string) => missing.some((word) => value.toLowerCase().includes(word));
  if (missing.length === 0) return { found: 'title', snippet: null };
  const tags = record.tags.filter(holds);
  if (tags.length > 0) return { found: 'tag', snippet: tags.join(', ') };
  if (holds(record.file_name)) return { found: 'fileName', snippet: record.file_name };
  if (holds(record.author)) return { found: 'author', snippet: record.author };
  return { found: 'description', snippet: snippetOf(record.description, missing) };
}

/** The text around the first match, cut between whole characters. */
export function snippetOf(description: string, words: readonly string[]): string | null {
  const lower = description.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  if (places.length === 0) return null;
  const place = Math.min(...places);
  const before = [...description.slice(0, place)];
  const after = [...description.slice(place)];
  const start = before.slice(-around).join('');
  const end = after.slice(0, around * 2).join('');
  const text = `${before.length > around ? '…' : ''}${start}${end}${after.length > around * 2 ? '…' : ''}`;
  return text.replaceAll(/\s+/g, ' ').trim();
}
