import { describe, expect, it } from 'vitest';
import { SandboxFailure } from '../sandbox/port.ts';
import { inWords } from './run-speech-child.ts';

describe('speech recognition that a limit stopped', () => {
  it.each([
    ['time', 'tookTooLong'],
    ['memory', 'outOfMemory'],
    ['crashed', 'engineCrashed'],
    ['output', 'tooLarge'],
  ] as const)('by %s is reported as such, and the recording isn’t called damaged', (kind, code) => {
    expect(inWords(new SandboxFailure(kind, 'stopped'))).toMatchObject({ name: 'InspectionFailure', code });
  });

  it('leaves a program that can’t be started to be tried again', () => {
    const failure = new SandboxFailure('start', 'not there');
    expect(inWords(failure)).toBe(failure);
  });
});
