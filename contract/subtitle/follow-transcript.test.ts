import { describe, expect, it } from 'vitest';
import type { Cue, TimedWord } from './cue.ts';
import { unwrapped } from './cue-measure.ts';
import { cutCues } from './cut-cues.ts';
import { followTranscript } from './follow-transcript.ts';

/** One word every 500 ms. */
function spoken(text: string, startMs = 0): TimedWord[] {
  return text
    .split(' ')
    .map((word, at) => ({ text: word, startMs: startMs + at * 500, endMs: startMs + at * 500 + 400 }));
}
const lecture = 'Cells have walls. Water moves through them, slowly. Plants drink through their roots all day long.';
const texts = (cues: readonly Cue[]) => cues.map(({ text }) => unwrapped(text));
const times = (cues: readonly Cue[]) => cues.map(({ startMs, endMs }) => [startMs, endMs]);
const untouched = () => false;

describe('subtitles that follow their transcript', () => {
  it('take corrected words at the times they have, and leave other cues alone', () => {
    const from = spoken(lecture);
    const cues = cutCues(from);
    const to = from.map((word) => (word.text === 'roots' ? { ...word, text: 'stems' } : word));
    const { cues: followed, changed, toCheck } = followTranscript({ cues, from, to, isEdited: untouched });
    expect(times(followed)).toEqual(times(cues));
    expect(texts(followed).join(' ')).toBe(lecture.replace('roots', 'stems'));
    expect(changed).toHaveLength(1);
    expect(changed[0]?.after).toBe(changed[0]?.before.replace('roots', 'stems'));
    expect(toCheck).toEqual([]);
    expect(followed.filter((cue, at) => cue !== cues[at])).toHaveLength(1);
  });

  it('are cut at the same words when a correction has more or fewer of them', () => {
    const from = spoken('the new ton law says this. and then the coolum law says that.');
    const cues = [
      { startMs: 0, endMs: 2400, text: 'the new ton law says' },
      { startMs: 2900, endMs: 5900, text: 'this. and then the\ncoolum law says that.' },
    ];
    const to = [
      ...spoken('the', 0),
      { text: 'Newton', startMs: 500, endMs: 1400 },
      ...spoken('law says this. and then the', 1500),
      { text: 'law', startMs: 4000, endMs: 4100 },
      { text: 'of', startMs: 4100, endMs: 4200 },
      { text: 'Coulomb', startMs: 4200, endMs: 4400 },
      ...spoken('law says that.', 4500),
    ];
    const { cues: followed } = followTranscript({ cues, from, to, isEdited: untouched });
    expect(texts(followed)).toEqual(['the Newton law says', 'this. and then the law of Coulomb law says that.']);
    expect(times(followed)).toEqual(times(cues));
  });

  it('keep cues that a person reworded and name those the transcript changed', () => {
    const from = spoken('one two three four five six');
    const cues = [
      { startMs: 0, endMs: 900, text: 'One, two' },
      { startMs: 1000, endMs: 1900, text: 'III IV' },
      { startMs: 2000, endMs: 2900, text: 'five six' },
    ];
    const to = from.map((word) => ({ ...word, text: word.text.replace('three', 'tree').replace('six', 'sex') }));
    const isEdited = (cue: Cue, heard: string) => unwrapped(cue.text) !== heard;
    const { cues: followed, changed, toCheck } = followTranscript({ cues, from, to, isEdited });
    expect(texts(followed)).toEqual(['One, two', 'III IV', 'five sex']);
    expect(changed).toEqual([{ cue: 2, startMs: 2000, before: 'five six', after: 'five sex' }]);
    expect(toCheck).toEqual([{ cue: 1, startMs: 1000, before: 'III IV', after: 'tree four' }]);
  });

  it('follow cues that were split, moved in time, or say it in Chinese', () => {
    const from = [...'光合作用在叶绿体中进行'].map((text, at) => ({ text, startMs: at * 300, endMs: at * 300 + 300 }));
    const cues = [
      { startMs: 4000, endMs: 5000, text: '光合作用' },
      { startMs: 5100, endMs: 6000, text: '在叶绿体' },
      { startMs: 6100, endMs: 7000, text: '中进行' },
    ];
    const to = from.map((word) => (word.text === '绿' ? { ...word, text: '緑' } : word));
    const { cues: followed, changed } = followTranscript({ cues, from, to, isEdited: untouched });
    expect([texts(followed), changed.length]).toEqual([['光合作用', '在叶緑体', '中进行'], 1]);
    expect(times(followed)).toEqual(times(cues));
  });

  it('lose a cue whose words were deleted, and survive a transcript that has nothing in common', () => {
    const from = spoken('one two three four');
    const cues = [
      { startMs: 0, endMs: 900, text: 'one two' },
      { startMs: 1000, endMs: 1900, text: 'three four' },
    ];
    expect(texts(followTranscript({ cues, from, to: from.slice(0, 2), isEdited: untouched }).cues)).toEqual([
      'one two',
    ]);
    const other = followTranscript({ cues, from, to: spoken('alpha beta gamma delta'), isEdited: untouched });
    expect(texts(other.cues)).toEqual(['alpha beta', 'gamma delta']);
    expect(followTranscript({ cues: [], from, to: from, isEdited: untouched }).cues).toEqual([]);
  });
});
