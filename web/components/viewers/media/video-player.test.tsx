import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeWindow, openFreshWindow } from '../../../lib/testing/fresh-window.ts';
import { renderSignedIn } from '../../../lib/testing/render-signed-in.tsx';
import { stubApi } from '../../../lib/testing/stub-api.ts';
import { createViewerLink } from '../viewer-link.ts';
import { VideoPlayer } from './video-player.tsx';

beforeEach(() => openFreshWindow());
afterEach(closeWindow);

const file = () => new Response('v', { status: 206 });

function open(start?: { second: number }, calls: Parameters<typeof stubApi>[0] = { 'GET /api/file': file }) {
  stubApi(calls);
  const link = createViewerLink(start);
  renderSignedIn(
    <VideoPlayer
      url="/api/file"
      downloadUrl="/api/file?download=true"
      title="Respiration"
      picture={null}
      format="mp4"
      sizeBytes={1000}
      durationSeconds={60}
      frameRate={25}
      markers={[{ id: 'a', second: 12, label: 'Look here' }]}
      link={link}
    />,
  );
  const video = screen.getByLabelText<HTMLVideoElement>('Respiration');
  Object.defineProperty(video, 'duration', { value: 60, configurable: true });
  Object.defineProperty(video, 'readyState', { value: 4, configurable: true });
  fireEvent(video, new Event('durationchange'));
  return { video, link };
}

describe('a video', () => {
  it('is played, wound and stepped through by keys', async () => {
    const { video } = open();
    const play = vi.spyOn(video, 'play').mockResolvedValue();
    await userEvent.keyboard(' ');
    expect(play).toHaveBeenCalled();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(video.currentTime).toBe(10);
    await userEvent.keyboard('.');
    expect(video.currentTime).toBeCloseTo(10.04);
    await userEvent.keyboard('{End}');
    expect(video.currentTime).toBe(60);
    await userEvent.keyboard('>');
    expect(video.playbackRate).toBe(1.25);
    await userEvent.keyboard('m');
    expect(video.muted).toBe(true);
  });

  it('reports its position and seeks', () => {
    const { video, link } = open({ second: 7 });
    expect(video.currentTime).toBe(7);
    act(() => link.goTo({ second: 30 }));
    expect(video.currentTime).toBe(30);
    fireEvent(video, new Event('timeupdate'));
    expect(link.place.get()).toEqual({ page: null, second: 30 });
  });

  it('seeks to a marked place', async () => {
    const { video } = open();
    await userEvent.click(await screen.findByRole('button', { name: '0:12 · Look here' }));
    expect(video.currentTime).toBe(12);
  });

  it('that the browser can’t play is tried once more, and then offered as a file', async () => {
    const { video } = open();
    vi.spyOn(video, 'load').mockImplementation(() => undefined);
    Object.defineProperty(video, 'error', { value: { code: 4 }, configurable: true });
    fireEvent(video, new Event('error'));
    expect(screen.queryByText('This browser can’t play MP4')).toBeNull();
    fireEvent(video, new Event('error'));
    expect(await screen.findByText('This browser can’t play MP4')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Download file' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('that did not come at all is not called unplayable, and can be asked for again', async () => {
    const { video } = open(undefined, {});
    vi.spyOn(video, 'load').mockImplementation(() => undefined);
    Object.defineProperty(video, 'error', { value: { code: 4 }, configurable: true });
    fireEvent(video, new Event('error'));
    fireEvent(video, new Event('error'));
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
    const anew = await screen.findByLabelText<HTMLVideoElement>('Respiration');
    expect(anew).not.toBe(video);
    anew.currentTime = 5;
    fireEvent(anew, new Event('timeupdate'));
    expect(await screen.findByText(/^0:05/)).toBeTruthy();
  });
});
