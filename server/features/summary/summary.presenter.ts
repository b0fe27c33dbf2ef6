import type { SummaryVersion } from '@lectern/contract/features/summary.ts';
import type { SummaryContent } from '@lectern/contract/features/summary-content.ts';
import { coverWhole, coverWords, type HiddenText } from '../review/public.ts';
import type { FullVersion, VersionRecord } from './summary-version.repository.ts';

export function presentVersion(row: VersionRecord): SummaryVersion {
  const { fallback, fallback_sentence: sentence, rejection_reason: reason } = row;
  return {
    id: row.id,
    number: row.number,
    current: row.current,
    origin: row.origin,
    state: row.state,
    stale: row.stale,
    language: row.language,
    engine: row.engine,
    model: row.model,
    fallback: fallback && { code: fallback, sentence: sentence ?? '' },
    options: row.options,
    tokensIn: row.tokens_in,
    tokensOut: row.tokens_out,
    cost: row.cost,
    sentences: row.sentences,
    evidence: row.sentences === 0 ? null : row.supported / row.sentences,
    rejection: reason && { reason, note: row.rejection_note ?? '' },
    versionNumber: row.version_number,
    createdAt: row.created_at.toISOString(),
    createdBy:
      row.created_by && row.created_by_name !== null ? { id: row.created_by, name: row.created_by_name } : null,
  };
}

export function presentFull(row: FullVersion, hidden: HiddenText): SummaryVersion & { content: SummaryContent } {
  return { ...presentVersion(row), content: coverContent(row.content, hidden) };
}

/** Redacts words that are masked in the source text. */
export function coverContent(content: SummaryContent, { whole, words }: HiddenText): SummaryContent {
  if (!whole && words.length === 0) return content;
  const cover = (text: string) => (whole ? coverWhole(text) : (coverWords([text], words)[0] ?? ''));
  return {
    short: content.short.map((sentence) => ({ ...sentence, text: cover(sentence.text) })),
    outline: content.outline.map((entry) => ({ ...entry, title: cover(entry.title) })),
    keywords: content.keywords.map(cover),
    chapters: content.chapters.map((chapter) => ({ ...chapter, title: cover(chapter.title) })),
    questions: content.questions.map(cover),
  };
}

export function isCovered(content: SummaryContent, hidden: HiddenText): boolean {
  return hidden.whole || JSON.stringify(coverContent(content, hidden)) !== JSON.stringify(content);
}
