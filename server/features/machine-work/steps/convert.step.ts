import type { stepOptions } from '@lectern/contract/features/machine-work.ts';
import type { z } from 'zod';
import type { StepHandler } from '../step.ts';
import { convertDocument } from './convert-document.ts';
import { convertMedia } from './convert-media.ts';
import type { StepParts } from './step-parts.ts';

type Options = z.output<typeof stepOptions.convert>;

/** Makes of a file what browsers show and play, and takes the text out of it that it has. */
export function convertVersion(parts: StepParts): StepHandler<Options> {
  return (given, tools) =>
    given.version.kind === 'document' ? convertDocument(parts, given, tools) : convertMedia(parts, given, tools);
}
