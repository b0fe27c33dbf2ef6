import { notificationKinds } from '@lectern/contract/features/notification.ts';
import { expect, it } from 'vitest';
import { texts as en } from '../../lib/i18n/en/texts.ts';
import { texts as zh } from '../../lib/i18n/zh/texts.ts';
import { sentenceOf } from './notification-sentence.ts';

const params = {
  person: 'Anna',
  page: 'data.convert',
  device: 'Firefox',
  ip: '10.0.0.1',
  job: 'maintenance',
  cause: 'why',
  text: 'hello',
};

it.each(notificationKinds)('has a whole sentence for %s in both languages', (kind) => {
  for (const texts of [en, zh]) {
    const sentence = sentenceOf({ kind, params }, texts);
    expect(sentence).not.toMatch(/[{}]/);
    expect(sentence.length).toBeGreaterThan(3);
  }
});

it('names a page by its id or its path, in the reader’s language', () => {
  expect(sentenceOf({ kind: 'accessGranted', params: { page: 'data.convert' } }, zh)).toContain('格式转换记录');
  expect(sentenceOf({ kind: 'accessGranted', params: { page: '/app/data/convert' } }, en)).toContain(
    '“Format conversion records”',
  );
});
