import { describe, expect, it } from 'vitest';
import { fromZonedInput, toZonedInput, zoneName } from './zoned-time.ts';

describe('a time in the platform’s zone', () => {
  it.each([
    ['2026-11-15T04:30:00.000Z', 'Asia/Shanghai', '2026-11-15T12:30'],
    ['2026-07-01T22:15:00.000Z', 'Europe/Berlin', '2026-07-02T00:15'],
    ['2026-01-01T00:00:00.000Z', 'America/St_Johns', '2025-12-31T20:30'],
    ['2026-06-01T12:00:00.000Z', 'UTC', '2026-06-01T12:00'],
  ])('%s in %s is %s, and back', (instant, zone, input) => {
    expect(toZonedInput(instant, zone)).toBe(input);
    expect(fromZonedInput(input, zone)).toBe(instant);
  });

  it('is right on both sides of a change of the clock', () => {
    expect(fromZonedInput('2026-03-29T01:59', 'Europe/Berlin')).toBe('2026-03-29T00:59:00.000Z');
    expect(fromZonedInput('2026-03-29T03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z');
    expect(fromZonedInput('2026-10-25T03:00', 'Europe/Berlin')).toBe('2026-10-25T02:00:00.000Z');
  });

  it.each(['', '2026-13-01T10:00', 'tomorrow', '2026-01-01'])('%j is none', (input) => {
    expect(fromZonedInput(input, 'UTC')).toBeNull();
  });
});

describe('the name of a zone', () => {
  const winter = new Date('2026-11-15T12:00:00Z');

  it.each([
    ['Europe/Berlin', 'Central European Time (UTC+1)', '中欧时间（UTC+1）'],
    ['Asia/Shanghai', 'China Standard Time (UTC+8)', '中国标准时间（UTC+8）'],
    ['Asia/Kolkata', 'India Standard Time (UTC+5:30)', '印度时间（UTC+5:30）'],
    ['UTC', 'UTC', 'UTC'],
  ])('of %s is %s', (zone, english, chinese) => {
    expect(zoneName(zone, 'en', winter)).toBe(english);
    expect(zoneName(zone, 'zh', winter)).toBe(chinese);
  });

  it('has the offset of summer time', () => {
    expect(zoneName('Europe/Berlin', 'en', new Date('2026-07-01T12:00:00Z'))).toBe('Central European Time (UTC+2)');
  });
});
