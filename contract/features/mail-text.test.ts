import { describe, expect, it } from 'vitest';
import { words } from '../messages/en/app/words.ts';
import { linePieces, readableText } from './mail-text.ts';

const { mailVariables: names } = words;

describe('a line with places', () => {
  it('is text and places in their order', () => {
    expect(linePieces('Course for {{ department }}: {{name}}')).toEqual([
      { at: 0, text: 'Course for ' },
      { at: 11, text: '{{ department }}', variable: 'department' },
      { at: 27, text: ': ' },
      { at: 29, text: '{{name}}', variable: 'name' },
    ]);
    expect(linePieces('')).toEqual([]);
  });

  it('names every placeholder, and leaves unfilled ones alone', () => {
    expect(readableText('Course for {{department}}', names)).toBe('Course for ‹Department›');
    expect(readableText('{{nmae}} {{}} {{constructor}} {x}', names)).toBe('{{nmae}} {{}} {{constructor}} {x}');
  });
});
