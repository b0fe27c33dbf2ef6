import { describe, expect, it } from 'vitest';
import { engineName, engineWords } from './work-words.ts';

describe('the name of an engine', () => {
  it.each([
    ['PP-OCR v4, 1', 'PP-OCR v4', 'PP-OCR v4'],
    ['PP-OCR my_model_rec', 'PP-OCR my_model_rec', 'PP-OCR my_model_rec'],
    ['whisper.cpp 1.1.1 base.en', 'whisper.cpp 1.1.1 base.en', 'whisper.cpp base.en'],
    ['FFmpeg 5.1.9-0+deb12u1', 'FFmpeg 5.1.9', 'FFmpeg'],
    ['pdftoppm 22.12.0, lectern-text 1', 'pdftoppm 22.12.0', 'pdftoppm'],
    ['Lectern 0.1.0', 'Lectern 0.1.0', 'Lectern'],
  ])('“%s” reads as people say it, with its version and without', (engine, words, name) => {
    expect(engineWords(engine)).toBe(words);
    expect(engineName(engine)).toBe(name);
  });

  it('is never empty', () => {
    expect(engineName('1')).toBe('1');
  });
});
