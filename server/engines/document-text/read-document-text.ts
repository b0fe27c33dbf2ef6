import { stat } from 'node:fs/promises';
import path from 'node:path';
import { InspectionFailure } from '../inspection-failure.ts';
import { type RunSandboxed, SandboxFailure } from '../sandbox/port.ts';
import { runNodeChild } from '../sandbox/run-node-child.ts';
import { type DocumentText, mostCharacters, type TextBlock } from './port.ts';
import type { TextLine, TextTask } from './text-child.ts';

/** More is no document that people write; its preview would be refused as well. */
const mostBytes = 300 * 2 ** 20;

/** The text of a document by the reader of its format, in a process of its own. Pages and boxes come by alignment. */
export async function readDocumentText(run: RunSandboxed, task: TextTask, signal: AbortSignal): Promise<DocumentText> {
  const { size } = await stat(task.file);
  if (size > mostBytes) throw new InspectionFailure('The file is larger than 300 MB.', '', 'tooLarge');
  const blocks: TextBlock[] = [];
  let last: TextLine | undefined;
  const { exitCode, stderr } = await runNodeChild(run, {
    module: path.join(import.meta.dirname, 'text-child.ts'),
    task,
    files: [task.file],
    folder: task.folder,
    heapMegabytes: 1_024,
    // Readers hold the whole document in memory, several times over.
    limits: {
      wallMs: 120_000,
      cpuSeconds: 60,
      memoryBytes: 2 ** 31,
      outputBytes: mostCharacters * 8,
      fileBytes: mostCharacters * 6,
    },
    signal,
    onLine: (line) => {
      const answer = JSON.parse(line) as TextLine;
      if ('block' in answer) blocks.push({ ...answer.block, page: null, box: null });
      else last = answer;
    },
  }).catch((error: unknown) => {
    throw error instanceof SandboxFailure && error.kind !== 'start' && error.kind !== 'unsafe' ? tooMuch(error) : error;
  });
  if (last && 'problem' in last) throw inWords(last.code, last.problem);
  if (exitCode !== 0 || !last || !('end' in last)) {
    throw new InspectionFailure('The text of the document can’t be read.', stderr);
  }
  const { title, isCut, drawable } = last;
  return { blocks, title, isCut, drawable };
}

function tooMuch(error: SandboxFailure): InspectionFailure {
  if (error.kind === 'crashed') {
    return new InspectionFailure('Reading the text of the document breaks down.', error.message, 'engineCrashed');
  }
  return error.kind === 'time'
    ? new InspectionFailure('The text of the document takes too long to read.', error.message, 'tookTooLong')
    : new InspectionFailure('The document holds more than is dealt with.', error.message, 'tooLarge');
}

function inWords(code: Extract<TextLine, { problem: string }>['code'], detail: string): InspectionFailure {
  switch (code) {
    case 'protected':
      return new InspectionFailure(
        'The document opens with a password only. Save it without one and upload it again.',
        detail,
        code,
      );
    case 'tooLarge':
      return new InspectionFailure('The document holds more, or is nested deeper, than is dealt with.', detail, code);
    case 'empty':
      return new InspectionFailure('There is no text in the document.', detail, code);
    case 'unsupported':
      return new InspectionFailure('There is no reader for files of this format.', detail, code);
    case 'damaged':
      return new InspectionFailure(
        detail.startsWith('Line ') ? `${detail}.` : 'The document is damaged: its text can’t be read.',
        detail,
        code,
      );
  }
}
