import { describe, expect, it } from 'vitest';
import { exportWords } from './list-source.ts';

describe('the words of an export', () => {
  it('show times in the platform’s time zone, to the minute, and nothing for missing ones', () => {
    const { instant } = exportWords('en', 'Asia/Shanghai');
    expect(instant('2026-11-15T06:03:59.999Z')).toBe('2026-11-15 14:03');
    expect(instant('2026-12-31T16:00:00.000Z')).toBe('2027-01-01 00:00');
    expect(instant('2026-01-02T03:04:00.000Z')).toBe('2026-01-02 11:04');
    expect(instant(null)).toBeNull();
  });

  it('show yes and no in the requester’s language', () => {
    expect([true, false].map(exportWords('en', 'UTC').yesNo)).toEqual(['Yes', 'No']);
    expect([true, false].map(exportWords('zh', 'UTC').yesNo)).toEqual(['是', '否']);
  });
});
