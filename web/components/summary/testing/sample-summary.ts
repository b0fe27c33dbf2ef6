import type { SummaryRow, SummaryVersion, SummaryView } from '@lectern/contract/features/summary.ts';
import type { SummaryContent } from '@lectern/contract/features/summary-content.ts';

export const idOf = (number: number) => `0197a0d0-0000-7000-8000-${String(number).padStart(12, '0')}`;
const anna = { id: idOf(902), name: 'Anna Schmidt' };

const place = (position: number) => ({
  ...{ source: 'document' as const, position, page: 1, startMs: null, endMs: null, box: null },
});

export const sampleContent: SummaryContent = {
  short: [
    { text: 'Volcanoes open down to molten rock.', passages: [place(1)], supported: true },
    { text: 'They are made of cheese.', passages: [], supported: false },
  ],
  outline: [{ title: 'How they erupt', level: 1, place: place(2) }],
  keywords: ['magma'],
  chapters: [],
  questions: [],
};

export function sampleRow(number: number, change: Partial<SummaryRow> = {}): SummaryRow {
  return {
    id: idOf(number),
    state: 'draft',
    stale: false,
    resource: {
      ...{ title: `Lecture ${number}`, kind: 'document', state: 'ready', format: 'txt', thumbnail: null },
      ...{ owner: anna, department: null },
    },
    work: { id: idOf(70), state: 'done', progress: 100, cause: null, causeCode: null, finishedAt: null },
    summaryId: idOf(201),
    number: 1,
    origin: 'extracted',
    engine: 'Lectern extract 1',
    model: null,
    fallback: null,
    language: 'en',
    snippet: 'Volcanoes open down to molten rock.',
    keywords: ['magma'],
    sentences: 2,
    evidence: 0.5,
    chapters: 0,
    offered: null,
    published: null,
    tokens: 0,
    cost: null,
    changedAt: '2026-11-16T10:00:00.000Z',
    changedBy: null,
    version: 4,
    ...change,
  };
}

export function sampleVersion(change: Partial<SummaryVersion> = {}): SummaryVersion {
  return {
    id: idOf(201),
    number: 1,
    current: true,
    origin: 'extracted',
    state: 'draft',
    stale: false,
    language: 'en',
    engine: 'Lectern extract 1',
    model: null,
    fallback: null,
    options: {},
    tokensIn: 0,
    tokensOut: 0,
    cost: null,
    sentences: 2,
    evidence: 0.5,
    rejection: null,
    versionNumber: 1,
    createdAt: '2026-11-16T10:00:00.000Z',
    createdBy: null,
    ...change,
  };
}

type ViewChange = Partial<Omit<SummaryView, 'current'>> & { made?: Partial<SummaryVersion>; content?: SummaryContent };

export function sampleView({ made, content = sampleContent, ...change }: ViewChange = {}): SummaryView {
  return {
    ...sampleRow(1),
    moves: ['edit', 'approve', 'reject', 'regenerate'],
    durationSeconds: null,
    outOfDate: null,
    current: { ...sampleVersion(made), content },
    ...change,
  };
}
