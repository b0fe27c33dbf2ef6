import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { StepKind } from '@lectern/contract/features/job.ts';
import { makeDocx, paragraph } from '../../../server/engines/document-text/fixtures/make-package.ts';

const engines = path.join(import.meta.dirname, '../../../server/engines');

export type StepFile = { ending: string; make(): Promise<Buffer> };

/** For each step a file that keeps it busy for some seconds, and gives it something to find. */
export const stepFiles: Record<StepKind, StepFile> = {
  inspect: { ending: 'png', make: () => readFile(path.join(engines, 'ocr/fixtures/sheet.png')) },
  convert: {
    ending: 'docx',
    make: () => makeDocx(Array.from({ length: 300 }, (_, at) => paragraph(`Paragraph ${at} of a long text.`)).join('')),
  },
  ocr: { ending: 'png', make: () => readFile(path.join(engines, 'ocr/fixtures/bill.png')) },
  scan: {
    ending: 'txt',
    make: async () => Buffer.from('A line about nothing in particular.\n'.repeat(20_000)),
  },
  asr: { ending: 'ogg', make: () => readFile(path.join(engines, 'speech/fixtures/lecture.ogg')) },
};
