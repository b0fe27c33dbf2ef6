import type { WorkRow } from '@lectern/contract/features/machine-work.ts';
import type { Reading, ReadingLine, ReadingPart, Rendition } from '@lectern/contract/features/reading.ts';
import { idOf } from './sample-detail.ts';

export function sampleReading(change: Partial<Reading> = {}): Reading {
  return {
    id: idOf(301),
    source: 'ocr',
    number: 2,
    origin: 'machine',
    current: true,
    stale: false,
    versionNumber: 1,
    engine: 'PP-OCR v4',
    options: {},
    language: 'en',
    confidence: 0.934,
    doubtful: 1,
    characters: 120,
    parts: 2,
    withheld: false,
    checkedAt: null,
    checkedBy: null,
    createdAt: '2026-11-15T10:00:00.000Z',
    createdBy: null,
    ...change,
  };
}

export function samplePart(number: number, lines: (Partial<ReadingLine> & { text: string })[]): ReadingPart {
  return {
    number,
    width: 1000,
    height: 1400,
    rotation: 0,
    lines: lines.map((line) => ({ confidence: 0.95, ...line })),
  };
}

export function sampleRendition(kind: Rendition['kind'], change: Partial<Rendition> = {}): Rendition {
  return {
    id: idOf(400),
    kind,
    page: 0,
    url: `/renditions/${kind}`,
    contentType: 'application/octet-stream',
    sizeBytes: 2_000,
    facts: {},
    ...change,
  };
}

export function sampleStep(kind: WorkRow['kind'], change: Partial<WorkRow> = {}): WorkRow {
  return {
    id: idOf(500 + kind.length),
    kind,
    state: 'done',
    progress: 100,
    cause: null,
    causeCode: null,
    tries: 1,
    priority: 0,
    engine: null,
    options: {},
    resource: {
      id: idOf(1),
      title: 'Respiration',
      kind: 'document',
      format: 'docx',
      thumbnail: null,
      owner: { id: idOf(900), name: 'Li Wei' },
    },
    versionNumber: 1,
    current: true,
    check: null,
    confidence: null,
    language: null,
    queuedAt: '2026-11-15T10:00:00.000Z',
    startedAt: null,
    finishedAt: null,
    waitSeconds: null,
    runSeconds: null,
    ...change,
  };
}
