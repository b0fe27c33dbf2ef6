import { describe, expect, it } from 'vitest';
import { linePieces, mailVariables, readableText } from './mail-text.ts';
import { mailVariableWords } from './mail-words.ts';

const names = Object.fromEntries(mailVariables.map((name) => [name, mailVariableWords[name].en])) as Record<
  (typeof mailVariables)[number],
  string
>;

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

  it('calls every place by its name where only text can stand, and leaves alone what nothing fills', () => {
    expect(readableText('Course for {{department}}', names)).toBe('Course for ‹Department›');
    expect(readableText('{{nmae}} {{}} {{constructor}} {x}', names)).toBe('{{nmae}} {{}} {{constructor}} {x}');
  });
});
