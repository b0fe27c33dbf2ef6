import { describe, expect, it } from 'vitest';
import { placeInAddress } from './viewer-link.ts';

describe('the place that an address names', () => {
  it('is a page with a box, a second, or the box of a picture', () => {
    expect(placeInAddress('?page=3&box=0.1,0.2,0.5,0.05')).toEqual({ page: 3, box: [0.1, 0.2, 0.5, 0.05] });
    expect(placeInAddress('?second=12.5')).toEqual({ second: 12.5 });
    expect(placeInAddress('?tab=text&box=0,0,1,1')).toEqual({ box: [0, 0, 1, 1] });
    expect(placeInAddress('?t=7')).toEqual({ second: 7 });
  });

  it.each([
    '',
    '?page=0',
    '?page=x&second=-4',
    '?box=1,2,3',
    '?box=0.1,0.1,0,0',
    '?box=0,0,2,1',
    '?box=,,,',
    '?second=NaN',
  ])('is none in %s', (address) => {
    expect(placeInAddress(address)).toBeUndefined();
  });
});
