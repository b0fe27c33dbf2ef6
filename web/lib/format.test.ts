import { describe, expect, it } from 'vitest';
import { createFormat } from './format.ts';

const now = Date.parse('2026-11-15T12:00:00Z');
const english = createFormat('en', 'Asia/Shanghai', () => now);
const chinese = createFormat('zh', 'Asia/Shanghai', () => now);

describe('dates and numbers', () => {
  it('are in the platform’s time zone, whatever the machine’s', () => {
    expect(english.dateTime('2026-11-15T17:30:00Z')).toBe('16 Nov 2026, 01:30');
    expect(english.time('2026-11-15T17:30:00Z')).toBe('01:30');
    expect(chinese.date('2026-11-15T17:30:00Z')).toBe('2026年11月16日');
  });

  it('say how long ago something was, and the date when it is long ago', () => {
    const ago = (milliseconds: number) => english.relativeTime(now - milliseconds);
    expect(ago(20_000)).toBe('just now');
    expect(ago(2 * 3_600_000)).toBe('2 hours ago');
    expect(ago(86_400_000)).toBe('yesterday');
    expect(ago(8 * 86_400_000)).toBe('7 Nov 2026');
    expect(chinese.relativeTime(now + 3_600_000)).toBe('1 小时后');
  });

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [612_400_000, '612.4 MB'],
    [1_200_000_000_000, '1.2 TB'],
    [5e18, '5,000,000 TB'],
  ])('measure %i bytes as %s', (count, text) => {
    expect(english.bytes(count)).toBe(text);
  });

  it('set Chinese units apart from their numbers, and write KB like MB', () => {
    expect(chinese.bytes(88)).toBe('88 字节');
    expect(chinese.bytes(1_000)).toBe('1 KB');
    expect(chinese.duration(400)).toBe('0.4 秒');
  });

  it.each([
    [400, '0.4 s'],
    [61_000, '1:01'],
    [3_909_000, '1:05:09'],
  ])('tell %i milliseconds as %s', (milliseconds, text) => {
    expect(english.duration(milliseconds)).toBe(text);
  });

  it.each([
    [0, '0 s', '0 秒'],
    [400, '0.4 s', '0.4 秒'],
    [4_000, '4 s', '4 秒'],
    [59_600, '1 min', '1 分钟'],
    [90_000, '1.5 min', '1.5 分钟'],
    [720_000, '12 min', '12 分钟'],
    [3_599_000, '1 h', '1 小时'],
    [5_400_000, '1.5 h', '1.5 小时'],
  ])('tell work of %i milliseconds as %s', (milliseconds, inEnglish, inChinese) => {
    expect(english.timeTaken(milliseconds)).toBe(inEnglish);
    expect(chinese.timeTaken(milliseconds)).toBe(inChinese);
  });

  it('group large numbers', () => {
    expect(english.number(48210)).toBe('48,210');
  });
});
