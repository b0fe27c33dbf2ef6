import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { type PlayerTrack, TrackSelect, useTrackChoice } from './player-tracks.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const english: PlayerTrack = { language: 'en', name: 'English', url: '/en.vtt?v=1', isDefault: false };
const chinese: PlayerTrack = { language: 'zh', name: 'Chinese', url: '/zh.vtt?v=1', isDefault: true };

function Controls({ tracks, modes }: { tracks: readonly PlayerTrack[]; modes: TextTrack[] }) {
  const video = useRef({ textTracks: modes } as unknown as HTMLVideoElement);
  const choice = useTrackChoice(video, tracks);
  return (
    <>
      <TrackSelect tracks={tracks} choice={choice} />
      <button type="button" onClick={choice.toggle}>
        toggle
      </button>
    </>
  );
}

it('a player starts with the default subtitles, shows the chosen ones and drops removed ones', () => {
  const modes = [
    { language: 'en', mode: 'disabled' },
    { language: 'zh', mode: 'disabled' },
  ] as TextTrack[];
  const { rerender } = render(<Controls tracks={[english, chinese]} modes={modes} />);
  const shown = () => modes.map(({ mode }) => mode);
  expect(shown()).toEqual(['disabled', 'showing']);
  fireEvent.change(screen.getByRole('combobox', { name: /Subtitles/ }), { target: { value: 'en' } });
  expect(shown()).toEqual(['showing', 'disabled']);
  fireEvent.click(screen.getByRole('button', { name: 'toggle' }));
  expect(shown()).toEqual(['disabled', 'disabled']);
  fireEvent.click(screen.getByRole('button', { name: 'toggle' }));
  expect(shown()).toEqual(['disabled', 'showing']);
  rerender(<Controls tracks={[english]} modes={modes} />);
  expect(shown()).toEqual(['disabled', 'disabled']);
});
