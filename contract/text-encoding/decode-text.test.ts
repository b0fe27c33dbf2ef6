import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

const little = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le'));
const big = (text: string) => Uint8Array.from(Buffer.from(text, 'utf16le').swap16());

/** Includes ideographs and spaces whose low byte is zero, which mislead a detector that only looks for zero bytes. */
const texts: Record<string, string> = {
  English: 'Plants drink water.\r\nLeaves catch light.\r\n',
  Chinese: '第一课　光合作用\r\n一片叶子，一束光。\r\n',
  Russian: 'Листья пьют свет.\r\n',
  Arabic: 'النبات يشرب الماء.\r\n',
  'Korean with an emoji': '잎은 빛을 마신다 🌱\n',
};

describe('UTF-16 text', () => {
  it.each(Object.entries(texts))('is recognised in both byte orders without a mark: %s', (_, text) => {
    expect(decodeText(little(text))).toEqual({ text, charset: 'utf-16le' });
    expect(decodeText(big(text))).toEqual({ text, charset: 'utf-16be' });
  });

  it('is recognised by its mark, which is no part of the text', () => {
    expect(decodeText(little(`\ufeff${texts.Chinese}`))).toEqual({ text: texts.Chinese, charset: 'utf-16le' });
    expect(decodeText(big(`\ufeff${texts.Chinese}`))).toEqual({ text: texts.Chinese, charset: 'utf-16be' });
  });
});

describe('a binary file', () => {
  it.each([
    ['ASCII with a stray zero', Buffer.from('plain words\0 and more, even')],
    ['UTF-8 with a stray zero', Buffer.from('光合作用\0光合作用\0\n')],
    ['numbers of a program', Buffer.from(new Uint32Array([1, 2, 3, 500, 70_000]).buffer)],
    ['zeros', Buffer.alloc(64)],
    ['random bytes', Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 7919 + ((at * at) >> 3)) % 256))],
  ])('is recognised: %s', (_, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });
});

describe('the start of a longer file', () => {
  it('loses only the character that was cut', () => {
    const bytes = Buffer.from('光合作用');
    expect(decodeText(bytes.subarray(0, 10), { cut: true })).toEqual({ text: '光合作', charset: 'utf-8' });
    const wide = little('\ufeff光合');
    expect(decodeText(wide.subarray(0, 5), { cut: true })?.text).toBe('光');
  });
});
