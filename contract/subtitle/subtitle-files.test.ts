import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanCueText } from './clean-cue-text.ts';
import { type Cue, cue as cueSchema, mostCues } from './cue.ts';
import { countChanges, diffCues } from './diff-cues.ts';
import { readSubtitles } from './read-subtitles.ts';
import { writeSubtitles } from './write-subtitles.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    '42',
    '1\n00:00',
    'a --> b',
    '<i>x</i> & <y>',
    '&amp;lt;',
    'NOTE this',
    'WEBVTT',
    'two\n\nlines',
    '{\\an8}up',
    '3\n4',
  ),
);
const cue = fc
  .record({ startMs: fc.integer({ min: 0, max: 350_000_000 }), lengthMs: fc.integer({ min: 1, max: 20_000 }), text })
  .map(
    ({ startMs, lengthMs, text: shown }): Cue => ({ startMs, endMs: startMs + lengthMs, text: cleanCueText(shown) }),
  );
const cues = fc.array(cue, { maxLength: 20 }).map((given) => given.filter((one) => one.text !== ''));

describe('files of subtitles', () => {
  it.each(['srt', 'vtt'] as const)('are read as they were written: %s', (format) => {
    fc.assert(
      fc.property(cues, (given) => {
        fc.pre(given.length > 0);
        expect(readSubtitles(writeSubtitles(given, format))).toEqual({ format, cues: given, errors: [] });
      }),
      { numRuns: 400 },
    );
  });

  it('clean a text once and for all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (given) => cleanCueText(cleanCueText(given)) === cleanCueText(given)),
    );
  });

  it('name the line of bad cues and read the rest', () => {
    const file = [
      '\ufeff1',
      '00:00:01,000 --> 00:00:02,500',
      'Good.',
      '',
      '2',
      '00:00:0x,000 --> 00:00:04,000',
      'Bad time.',
      '',
      '3',
      '00:00:09,000 --> 00:00:07,000',
      'Backwards.',
      '',
      '4',
      '00:00:10,000 --> 00:00:11,000',
      '',
      'A line of text alone',
      '',
      '5',
      '0:12.5 --> 1:00:13,250 position:10%',
      '<font color="red">Lenient</font>',
    ].join('\r\n');
    const { format, cues: found, errors } = readSubtitles(file);
    expect(format).toBe('srt');
    expect(found).toEqual([
      { startMs: 1000, endMs: 2500, text: 'Good.' },
      { startMs: 12_500, endMs: 3_613_250, text: 'Lenient' },
    ]);
    expect(errors.map(({ code, line }) => [code, line])).toEqual([
      ['badTime', 6],
      ['endBeforeStart', 10],
      ['noText', 14],
      ['noTimes', 16],
    ]);
  });

  it('read what lacks numbers and empty lines, notes, styles and names of cues', () => {
    const srt = '00:00:01,000 --> 00:00:02,000\nOne\n2\n00:00:03,000 --> 00:00:04,000\nTwo';
    expect(readSubtitles(srt).cues.map((one) => one.text)).toEqual(['One', 'Two']);
    const vtt =
      'WEBVTT - talk\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nNOTE\nnothing\n\nintro\n00:01.000 --> 00:02.000 align:left\n<v Ann>Hi &amp; <b>bye</b>';
    expect(readSubtitles(vtt)).toEqual({
      format: 'vtt',
      errors: [],
      cues: [{ startMs: 1000, endMs: 2000, text: 'Hi & bye' }],
    });
  });

  it('say when there is nothing in them', () => {
    for (const file of ['', '\n\n', 'WEBVTT\n']) expect(readSubtitles(file).errors[0]?.code).toBe('notSubtitles');
    expect(readSubtitles('Dear all,\n\nplease find').errors.map(({ code }) => code)).toEqual(['noTimes', 'noTimes']);
  });
});

describe('hostile files of subtitles', () => {
  const times = '00:00:01,000 --> 00:00:02,000';
  const codes = (file: string) => readSubtitles(file).errors.map(({ code }) => code);

  it('with more cues than a track may have are read up to there, and named', () => {
    const file = Array.from({ length: 100_000 }, (_, at) => `${at}\n${times}\nline ${at}\n`).join('\n');
    const { cues: found, errors } = readSubtitles(file);
    expect([found.length, errors]).toEqual([mostCues, [expect.objectContaining({ code: 'tooManyCues' })]]);
    const { errors: broken } = readSubtitles(`1\n99:99:99,000 --> xx\nx\n\n`.repeat(100_000));
    expect([broken.length, broken.at(-1)?.code]).toEqual([200, 'badTime']);
  });

  it('with endless lines are refused, with a short message', () => {
    for (const piece of ['x', '<', '<i', '{\\', '-->', '\u200b', '汉', '😀', ' ']) {
      const line = piece.repeat(2_000_000 / piece.length);
      for (const file of [line, `${times}\n${line}`, `WEBVTT\n\n${times}\n${line}`, `${times}${line}\nx`]) {
        const { cues: found, errors } = readSubtitles(file);
        expect(found.every(({ text: shown }) => shown.length <= 2000)).toBe(true);
        expect(errors.every(({ text: shown }) => shown.length <= 170)).toBe(true);
      }
    }
    expect(codes(`${times}\n${'x'.repeat(2001)}`)).toEqual(['textTooLong']);
  });

  it('with marks in marks in marks leave nothing that could be one', () => {
    const nested = `${times}\n${'<i'.repeat(500)}${'>'.repeat(500)}Fine {\\{\\{\\an8}}}\n`;
    const [found] = readSubtitles(nested).cues;
    expect(found?.text).not.toMatch(/[<>{}]/);
    expect(cleanCueText('<i><b <u>x</i> & 1 < 2')).toBe(cleanCueText(cleanCueText('<i><b <u>x</i> & 1 < 2')));
  });

  it('with times that are none are broken lines, and no number in them is taken', () => {
    for (const wrong of ['-1:00:00,000', '00:00:61,000', '1e9:00:00', 'NaN', '٠٠:٠٠:٠١', '99999999:00:00,000']) {
      expect(codes(`1\n${wrong} --> 00:00:02,000\nx`)).toHaveLength(1);
      expect(readSubtitles(`1\n${wrong} --> 00:00:02,000\nx`).cues).toEqual([]);
    }
  });
});

it('a cue later than a track may hold is named by its line', () => {
  const { cues: found, errors } = readSubtitles(
    '99:59:59,000 --> 100:00:00,000\nx\n\n200:00:00,000 --> 200:00:01,000\ny',
  );
  expect(found).toHaveLength(1);
  expect(cueSchema.safeParse(found[0]).success).toBe(true);
  expect(errors).toMatchObject([{ code: 'tooLate', line: 4 }]);
});

describe('the difference of two texts', () => {
  it('names what changed, moved, came and went', () => {
    const before = [
      { startMs: 0, endMs: 1000, text: 'a' },
      { startMs: 2000, endMs: 3000, text: 'b' },
      { startMs: 4000, endMs: 5000, text: 'c' },
      { startMs: 6000, endMs: 7000, text: 'd' },
    ];
    const after = [
      { startMs: 0, endMs: 1000, text: 'a' },
      { startMs: 2100, endMs: 3100, text: 'b' },
      { startMs: 6000, endMs: 7000, text: 'D' },
      { startMs: 8000, endMs: 9000, text: 'e' },
    ];
    expect(diffCues(before, after).map(({ change }) => change)).toEqual([
      'same',
      'retimed',
      'removed',
      'changed',
      'added',
    ]);
    expect(countChanges(diffCues(before, before))).toMatchObject({ same: 4, changed: 0 });
  });
});
