import { notificationKinds } from '@lectern/contract/features/notification.ts';
import { expect, it } from 'vitest';
import { english as en, chinese as zh } from '../../lib/testing/all-texts.ts';
import { sentenceOf } from './notification-panel.tsx';

const params = {
  person: 'Anna',
  page: 'data.convert',
  device: 'Firefox',
  ip: '10.0.0.1',
  job: 'maintenance',
  cause: 'why',
  text: 'hello',
  operation: 'user.forbid',
  done: '5',
  skipped: '1',
  failed: '0',
  title: 'Optics 1',
  reason: 'why',
  count: '3',
  language: 'fr',
  task: 'jobFailed',
  label: 'anna@example.edu',
};

it.each(notificationKinds)('has a whole sentence for %s in both languages', (kind) => {
  for (const texts of [en, zh]) {
    const sentence = sentenceOf({ kind, params }, texts);
    expect(sentence).not.toMatch(/[{}]/);
    expect(sentence.length).toBeGreaterThan(3);
  }
});

it('names a language', () => {
  expect(sentenceOf({ kind: 'subtitlePublished', params }, en)).toBe(
    'The French subtitles for “Optics 1” were published.',
  );
});

it('names a page by its id or its path, in the reader’s language', () => {
  expect(sentenceOf({ kind: 'accessGranted', params: { page: 'data.convert' } }, zh)).toContain('格式转换记录');
  expect(sentenceOf({ kind: 'accessGranted', params: { page: '/app/data/convert' } }, en)).toContain(
    '“Format conversion records”',
  );
});

it('names an operation in the reader’s language', () => {
  const failed = { kind: 'operationFailed', params } as const;
  expect(sentenceOf(failed, en)).toBe('“Forbid users” stopped early: why');
  expect(sentenceOf(failed, zh)).toBe('“禁止用户登录”意外中断：why');
});
