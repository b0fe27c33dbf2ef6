import type { SummaryChange } from '@lectern/contract/features/summary.ts';
import type { SummaryContent, SummaryPlace, SummarySentence } from '@lectern/contract/features/summary-content.ts';
import type { UnsavedSummary } from '@lectern/contract/features/summary-draft.ts';
import type { SummaryTexts } from '@lectern/contract/messages/en/summary.ts';
import { clock } from '../../../components/viewers/media/clock.ts';
import type { Format } from '../../../lib/format.ts';
import { fillText } from '../../../lib/i18n/use-texts.ts';

/** Sources of a sentence, valid only for this exact wording. */
type Evidence = Pick<SummarySentence, 'text' | 'passages' | 'supported'>;
export type EditedSentence = { key: number; text: string; evidence: Evidence | null };
export type EditedEntry = { key: number; text: string; level: number; place: SummaryPlace | null };
type EditedChapter = { key: number; text: string; startMs: number };
type EditedLine = { key: number; text: string };

/** A summary in the editor. Rows have keys, so that they keep their identity when moved. */
export type EditedSummary = {
  short: readonly EditedSentence[];
  outline: readonly EditedEntry[];
  keywords: readonly string[];
  chapters: readonly EditedChapter[];
  questions: readonly EditedLine[];
};
export type RowPart = 'short' | 'outline' | 'chapters' | 'questions';
export type SummaryPart = RowPart | 'keywords';
/** In display order. */
export const summaryParts: readonly SummaryPart[] = ['short', 'keywords', 'chapters', 'outline', 'questions'];

export const noContent: SummaryContent = { short: [], outline: [], keywords: [], chapters: [], questions: [] };

let lastKey = 0;
export function newKey(): number {
  lastKey += 1;
  return lastKey;
}

export function editedOf(content: SummaryContent): EditedSummary {
  return {
    short: content.short.map((sentence) => ({ key: newKey(), text: sentence.text, evidence: sentence })),
    outline: content.outline.map(({ title, level, place }) => ({ key: newKey(), text: title, level, place })),
    keywords: content.keywords,
    chapters: content.chapters.map(({ title, startMs }) => ({ key: newKey(), text: title, startMs })),
    questions: content.questions.map((text) => ({ key: newKey(), text })),
  };
}

/** Turns a draft, which holds only text, into an edited summary; evidence is taken from known summaries by wording. */
export function withDraft(draft: UnsavedSummary, known: readonly EditedSummary[]): EditedSummary {
  const evidence = new Map(
    known.flatMap(({ short }) => short.flatMap((row) => (row.evidence ? [[row.evidence.text, row.evidence]] : []))),
  );
  return {
    short: draft.short.map((text) => ({ key: newKey(), text, evidence: evidence.get(text) ?? null })),
    outline: draft.outline.map(({ title, level, place }) => ({ key: newKey(), text: title, level, place })),
    keywords: draft.keywords,
    chapters: draft.chapters.map(({ title, startMs }) => ({ key: newKey(), text: title, startMs })),
    questions: draft.questions.map((text) => ({ key: newKey(), text })),
  };
}

/** Content for the draft: chapters sorted by time, everything else as it is. */
export function draftOf({ short, outline, keywords, chapters, questions }: EditedSummary): UnsavedSummary {
  return {
    short: short.map(({ text }) => text),
    outline: outline.map(({ text, level, place }) => ({ title: text, level, place })),
    keywords: [...keywords],
    chapters: inTime(chapters).map(({ text, startMs }) => ({ title: text, startMs })),
    questions: questions.map(({ text }) => text),
  };
}

/** Content to save: without empty rows; chapters with the same start are moved 1 ms apart. */
export function savedOf(value: EditedSummary): UnsavedSummary {
  const draft = draftOf(value);
  const said = (text: string) => text.trim() !== '';
  let last = -1;
  const chapters = draft.chapters
    .filter(({ title }) => said(title))
    .map(({ title, startMs }) => {
      last = Math.max(startMs, last + 1);
      return { title, startMs: last };
    });
  return {
    short: draft.short.filter(said),
    outline: draft.outline.filter(({ title }) => said(title)),
    keywords: draft.keywords.filter(said),
    chapters,
    questions: draft.questions.filter(said),
  };
}

export function inTime(chapters: readonly EditedChapter[]): EditedChapter[] {
  return chapters.toSorted((left, right) => left.startMs - right.startMs);
}

/** Whether two summaries have the same content, ignoring row keys. */
export function sameSummary(one: EditedSummary, other: EditedSummary): boolean {
  return one === other || JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other));
}

/** Evidence of a sentence; null once its wording has changed. */
export function evidenceOf({ text, evidence }: EditedSentence): Evidence | null {
  return evidence?.text === text ? evidence : null;
}

/** A part of a summary as lines for the comparison. */
export function linesOf(value: EditedSummary, part: SummaryPart): string[] {
  switch (part) {
    case 'keywords':
      return [...value.keywords];
    case 'chapters':
      return inTime(value.chapters).map(({ text, startMs }) => `${clock(startMs / 1000)} ${text}`);
    case 'outline':
      return value.outline.map(({ text, level }) => `${'– '.repeat(level - 1)}${text}`);
    default:
      return value[part].map(({ text }) => text);
  }
}

export function sameLines(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((line, at) => line === other[at]);
}

/** What changed in the source since the summary was made, when, and by whom. */
export function changeWords(change: SummaryChange, { outOfDate }: SummaryTexts, format: Format): string {
  const { source, at, by, fromVersion, toVersion } = change;
  if (source === 'unknown' || at === null) return outOfDate.unknown;
  const time = format.dateTime(at);
  if (source === 'file') return fillText(outOfDate.file, { time, from: fromVersion, to: toVersion });
  const text = outOfDate.sources[source];
  return by === null
    ? fillText(outOfDate.machine, { source: text, time })
    : fillText(outOfDate.person, { source: text, time, name: by });
}
