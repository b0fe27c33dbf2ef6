import type { ReadingLine, ReadingPart, ReadingSource } from '@lectern/contract/features/reading.ts';
import { textFollowers } from '../app.ts';
import { assessReading } from '../features/reading/assess-reading.ts';
import { insertReading, listParts, replacePassages } from '../features/reading/reading.repository.ts';
import { updateTextFlags } from '../features/resource/public.ts';
import type { Executor } from '../platform/db/database.ts';
import { newId } from '../platform/new-id.ts';
import { makeResource, type ResourceWish } from './resource-rig.ts';
import type { TestApp } from './test-app.ts';

export const textPages = ['/app/handle/asr', '/app/handle/img', '/app/resource/info'];

/** Each word takes half a second; words that end with a question mark get low confidence. */
export function spokenLine(text: string, startMs: number): ReadingLine {
  const words = text.split(' ').map((word, at) => ({
    text: word,
    confidence: word.endsWith('?') ? 0.3 : 0.95,
    ...{ startMs: startMs + at * 500, endMs: startMs + at * 500 + 400 },
  }));
  return { text, confidence: 0.9, startMs, endMs: startMs + words.length * 500 - 100, words };
}

/** A line across the page with its words side by side. */
export function printedLine(text: string, top: number): ReadingLine {
  const words = text.split(' ').map((word, at, all) => ({
    ...{ text: word, confidence: 0.95 },
    box: [0.1 + (at * 0.8) / all.length, top, 0.7 / all.length, 0.05] as [number, number, number, number],
  }));
  return { text, confidence: 0.95, box: [0.1, top, 0.8, 0.05], words };
}

type Wish = ResourceWish & { source?: ReadingSource; parts?: string[][]; language?: string };
export type MadeText = { id: string; versionId: string; readingId: string; rowId: string; source: ReadingSource };

/** A resource with machine-read text and the completed job behind it. */
export async function makeText(app: TestApp, wish: Wish = {}): Promise<MadeText> {
  const { source = 'speech', parts = [['one two three', 'four five?']], language = 'en', ...rest } = wish;
  const kind = rest.kind ?? (source === 'speech' ? 'audio' : 'image');
  const read = parts.map((lines, at): ReadingPart => {
    const line = (text: string, index: number) =>
      source === 'speech' ? spokenLine(text, at * 600_000 + index * 10_000) : printedLine(text, 0.1 + index * 0.1);
    const size = source === 'speech' ? null : 1000;
    return { number: at + 1, width: size, height: size, rotation: size && 0, lines: lines.map(line) };
  });
  const [readingId, rowId] = [newId(), newId()];
  // One transaction, because the maintenance of a new worker would otherwise plan the same step in between.
  const { id, versionId } = await makeResource(app, { ...rest, kind }, async (transaction, made) => {
    const { department_id, owner_id } = await transaction
      .selectFrom('resources')
      .select(['department_id', 'owner_id'])
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    await transaction
      .insertInto('jobs')
      .values({
        ...{ id: rowId, kind: source === 'speech' ? 'asr' : 'ocr', state: 'done', current: true, language },
        ...{ resource_id: made.id, version_id: made.versionId, resource_kind: kind, department_id, owner_id },
        check_state: 'needs_check',
      })
      .execute();
    await insertReading(transaction, {
      ...{ id: readingId, resourceId: made.id, versionId: made.versionId, source, number: 1, origin: 'machine' },
      ...{ current: true, engine: 'tester 1', options: {}, sha256: Buffer.from(made.sha256, 'hex'), language },
      ...{ parts: read, ...assessReading(read) },
    });
    await replacePassages(transaction, { resourceId: made.id, source, readingId, language, withheld: false }, read);
    await updateTextFlags(transaction, made.id);
    await followTexts(transaction, made.id);
  });
  return { id, versionId, readingId, rowId, source };
}

/** Updates what depends on the text tables after they were changed directly. */
export async function followTexts(db: Executor, resourceId: string): Promise<void> {
  for (const follow of textFollowers) await follow(db, resourceId);
}

/** The lines of the current text. */
export async function linesOf(app: TestApp, { id, source }: Pick<MadeText, 'id' | 'source'>): Promise<string[]> {
  const row = await app.db
    .selectFrom('readings')
    .select('id')
    .where('resource_id', '=', id)
    .where('source', '=', source)
    .where('current', '=', true)
    .executeTakeFirstOrThrow();
  const parts = await listParts(app.db, row.id, 0, 1000);
  return parts.flatMap((part) => part.lines.map((line) => line.text));
}
