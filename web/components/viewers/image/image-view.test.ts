import { describe, expect, it } from 'vitest';
import { fitView, withinReach, zoomAt } from './image-view.ts';

const room = { width: 400, height: 300 };
const picture = { width: 800, height: 400 };

describe('the view of a picture', () => {
  it('begins with all of it, centred, and does not blow up a small one', () => {
    expect(fitView(room, picture)).toEqual({ scale: 0.5, x: 0, y: 50 });
    expect(fitView(room, { width: 100, height: 100 })).toEqual({ scale: 1, x: 150, y: 100 });
  });

  it('zooms at a fixed point', () => {
    const view = zoomAt({ scale: 1, x: -200, y: -50 }, room, picture, 2, { x: 100, y: 100 });
    expect((100 - view.x) / view.scale).toBe(300);
    expect((100 - view.y) / view.scale).toBe(150);
  });

  it('can’t be dragged out of sight', () => {
    expect(withinReach({ scale: 1, x: 90, y: -900 }, room, picture)).toEqual({ scale: 1, x: 0, y: -100 });
    expect(withinReach({ scale: 0.25, x: -500, y: 0 }, room, picture)).toEqual({ scale: 0.25, x: 100, y: 100 });
  });

  it('knows limits', () => {
    expect(zoomAt({ scale: 8, x: 0, y: 0 }, room, picture, 100, { x: 0, y: 0 }).scale).toBe(16);
  });
});
