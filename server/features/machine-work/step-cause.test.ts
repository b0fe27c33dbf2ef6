import { installOf } from '@lectern/contract/features/job-cause.ts';
import { expect, it } from 'vitest';
import { EngineMissing, InspectionFailure } from '../../engines/engine-failure.ts';
import { SandboxFailure } from '../../engines/sandbox/port.ts';
import { LanguageNotSupported } from '../../engines/speech/port.ts';
import { causeCodeOf, JobSkipped, PermanentJobError, TimeLimitReached } from '../../platform/queue/job-endings.ts';
import { asJobEnding } from './step-job.ts';

it.each([
  [new EngineMissing('LibreOffice', 'sudo apt-get install libreoffice'), JobSkipped, 'engineMissing'],
  [new LanguageNotSupported('fr', ['en']), JobSkipped, 'languageNotSupported'],
  [new SandboxFailure('unsafe', 'no network namespace'), JobSkipped, 'engineMissing'],
  [new InspectionFailure('locked', '', 'protected'), PermanentJobError, 'protected'],
  [new InspectionFailure('what is that', '', 'unsupported'), PermanentJobError, 'notSupported'],
  [new InspectionFailure('broken'), PermanentJobError, 'damaged'],
  [new SandboxFailure('time', 'slow'), PermanentJobError, 'tookTooLong'],
  [new SandboxFailure('memory', 'fat'), PermanentJobError, 'outOfMemory'],
  [new SandboxFailure('crashed', 'fell'), PermanentJobError, 'engineCrashed'],
  [new SandboxFailure('output', 'talks'), PermanentJobError, 'tooLarge'],
])('%s ends the step for good, with its cause', (error, ending, code) => {
  const mapped = asJobEnding(error);
  expect(mapped).toBeInstanceOf(ending);
  expect((mapped as Error).message).toBe(error.message);
  expect(causeCodeOf(mapped)).toBe(code);
});

it('leaves another try to what may pass', () => {
  const start = new SandboxFailure('start', 'busy');
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
  expect([asJobEnding(start), asJobEnding(full)]).toEqual([start, full]);
  expect([causeCodeOf(start), causeCodeOf(full), causeCodeOf(new TimeLimitReached(60))]).toEqual([
    'other',
    'storageFull',
    'tookTooLong',
  ]);
  const databaseFull = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(causeCodeOf(databaseFull)).toBe('storageFull');
});

it('separates the install command of a missing engine from the sentence', () => {
  const mapped = asJobEnding(new EngineMissing('LibreOffice', 'sudo apt-get install libreoffice')) as Error;
  expect(installOf(mapped.message)).toEqual({
    sentence: 'LibreOffice isn’t installed.',
    install: 'sudo apt-get install libreoffice',
  });
  expect(installOf('The file is damaged.')).toBeUndefined();
});
