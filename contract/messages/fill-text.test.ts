import { describe, expect, it } from 'vitest';
import { fillText } from './fill-text.ts';

describe('fillText', () => {
  const people = '{count} {count, plural, one {person} other {people}}';

  it('fills places by name and leaves one without a value visible', () => {
    expect(fillText('{name} of {total}', { name: 'Anna', total: 3 })).toBe('Anna of 3');
    expect(fillText('Hello {name}', {})).toBe('Hello {name}');
  });

  it('takes the plural form of the count, formatted or not', () => {
    expect(fillText(people, { count: 1 })).toBe('1 person');
    expect(fillText(people, { count: 0 })).toBe('0 people');
    expect(fillText(people, { count: '1' })).toBe('1 person');
    expect(fillText(people, { count: '1,204' })).toBe('1,204 people');
    expect(fillText(people, { count: '10,000+' })).toBe('10,000+ people');
    expect(fillText(people, {})).toBe('{count} people');
  });

  it('has forms for exact counts', () => {
    expect(fillText('{count, plural, =0 {Nobody} one {One} other {Many}}', { count: 0 })).toBe('Nobody');
  });

  it('follows the plural rules of the language', () => {
    const forms = '{count, plural, one {singular} other {plural}}';
    expect(fillText(forms, { count: 1 }, 'en')).toBe('singular');
    expect(fillText(forms, { count: 1 }, 'zh')).toBe('plural');
  });

  it('sets only foreign values apart from Chinese', () => {
    expect(fillText('移交 {name} 的所有权', { name: 'Li Wei' })).toBe('移交 Li Wei 的所有权');
    expect(fillText('移交 {name} 的所有权', { name: '王芳' })).toBe('移交王芳的所有权');
    expect(fillText('禁止 {who} 登录？', { who: '3 位用户' })).toBe('禁止 3 位用户登录？');
    expect(fillText('{first} 至 {last}', { first: '0:00（0%）', last: '12:36（99%）' })).toBe(
      '0:00（0%）至 12:36（99%）',
    );
    expect(fillText('from {name} to', { name: '王芳' })).toBe('from 王芳 to');
  });

  it('does not fill what a value brings along', () => {
    expect(fillText('{title}', { title: '{name}', name: 'x' })).toBe('{name}');
  });
});
