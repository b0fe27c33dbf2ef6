import type { AccessStat } from '@lectern/contract/features/access-stat.ts';
import type { Language } from '@lectern/contract/language.ts';
import { describe, expect, it } from 'vitest';
import type { SignedInContext } from '../../platform/http/request-context.ts';
import { readReport } from './report-figures.ts';

const days = { from: '2026-10-01', to: '2026-10-31' };
const figure = (value: number | null, exact = true) => ({ value, exact });
const group = (key: string | null, value: number, name: string | null = null) => ({
  ...{ key, name, kind: null, gone: false },
  ...{ figure: figure(value), before: figure(value / 2), series: null },
});

function told(groups: ReturnType<typeof group>[], address: string, language: Language = 'en', total = figure(9_000)) {
  const stat = { period: days, compared: null, total, before: figure(0.24), groups, moreGroups: 0 };
  const parts = {
    stats: { get: async () => stat as unknown as AccessStat },
    library: { figures: () => Promise.reject(new Error('not asked for')) },
  };
  return readReport(parts, { page: 'data.accessStat', address }, {} as SignedInContext, language);
}

describe('a report in words', () => {
  it('says lengths of time in hours and minutes, and days as people write them', async () => {
    const { days: said, figures } = await told([], 'measure=playSeconds');
    expect(said).toMatch(/^1\s?–\s?31 Oct 2026$/);
    expect(figures[0]).toMatchObject({ name: 'Play time', value: '2 h 30 min' });
  });

  it('says shares as such, how they changed in points, and that something is an estimate', async () => {
    const { figures } = await told([], 'measure=completion', 'en', figure(0.21, false));
    expect(figures).toEqual([{ name: 'Average played', value: '≈ 21%', note: '(−3 points, previously 24%)' }]);
  });

  it.each([
    ['kind', 'video', 'Video', '视频'],
    ['device', 'mobile', 'Phone', '手机'],
    ['role', '2', 'Administrator', '管理员'],
    ['role', 'reader', 'Visitors', '站点访客'],
    ['college', null, 'None', '无'],
  ])('has a word for each %s, such as %s', async (groupBy, key, english, chinese) => {
    const named = async (language: Language) =>
      (await told([group(key, 4)], `groupBy=${groupBy}`, language)).groups?.figures.map(({ name }) => name);
    expect([await named('en'), await named('zh')]).toEqual([[english], [chinese]]);
  });

  it('calls everything else by its own name', async () => {
    const { groups } = await told([group('0197a0d0-0000-7000-8000-000000000001', 4, 'Law')], 'groupBy=college');
    expect(groups).toEqual({
      name: 'College',
      figures: [{ name: 'Law', value: '4', note: '(+100%, previously 2)' }],
      areAll: true,
    });
  });
});
