import type { Reading, ReadingPart } from '@lectern/contract/features/reading.ts';
import type { ReadingRecord } from './reading.repository.ts';

export function presentReading(record: ReadingRecord): Reading {
  return {
    id: record.id,
    source: record.source,
    number: record.number,
    origin: record.origin,
    current: record.current,
    stale: !record.is_current_version,
    versionNumber: record.version_number,
    engine: record.engine,
    options: record.options,
    language: record.language,
    confidence: record.confidence,
    doubtful: record.doubtful,
    characters: record.characters,
    parts: record.parts,
    withheld: record.withheld,
    checkedAt: record.checked_at?.toISOString() ?? null,
    checkedBy: record.checked_by,
    createdAt: record.created_at.toISOString(),
    createdBy: record.created_by,
  };
}

/** Words make up most of a text's bytes and are only needed for editing. */
export function withoutWords(part: ReadingPart): ReadingPart {
  return { ...part, lines: part.lines.map(({ words: _, ...line }) => line) };
}
