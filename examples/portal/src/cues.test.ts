import { expect, it } from 'vitest';
import { readCues } from './cues.ts';

it('reads times with and without hours, names of cues and several lines', () => {
  const vtt =
    'WEBVTT\n\n1\n00:01.000 --> 00:02.500\nHello\nworld\n\nNOTE no cue\n\n01:00:00.000 --> 01:00:01.000 line:0\nLate';
  expect(readCues(vtt)).toEqual([
    { startMs: 1000, endMs: 2500, text: 'Hello world' },
    { startMs: 3_600_000, endMs: 3_601_000, text: 'Late' },
  ]);
});

it('takes tags out and keeps what only looks like one as text', () => {
  const vtt = 'WEBVTT\r\n\r\n00:00.000 --> 00:01.000\r\n<v Ada>1 &lt; 2 &amp;&amp; <i>so on</i>';
  expect(readCues(vtt).map(({ text }) => text)).toEqual(['1 < 2 && so on']);
});

it('finds no cues in other files', () => {
  expect(readCues('<html>')).toEqual([]);
});
