import { describe, expect, it } from 'vitest';
import {
  chunkLoadTimeoutMs,
  notificationSettings,
  requestCacheLifetimeMs,
  requestTimeoutMs,
  vendorFrameSizes,
} from '../constants.ts';
import { isLoginExpiredStatus, isSuccessStatus } from '../envelope.ts';
import { errorCatalogue } from '../errors.ts';
import { defaultLanguage } from '../language.ts';
import { core } from '../messages/en/core.ts';
import { core as chinese } from '../messages/zh/core.ts';
import { abilityThresholds } from '../roles.ts';

describe('section 8: error catalogue', () => {
  it.each([
    [200, 'data returned'],
    [201, 'create/modify succeeded'],
    [202, 'request queued (async)'],
    [204, 'delete succeeded'],
    [400, 'bad request, nothing created or changed'],
    [401, 'no permission (token, username or password wrong)'],
    [403, 'authorized but access forbidden'],
    [404, 'record does not exist'],
    [406, 'format not available'],
    [410, 'resource permanently deleted'],
    [422, 'validation error when creating an object'],
    [500, 'server error'],
    [502, 'gateway error'],
    [503, 'service unavailable (overloaded or under maintenance)'],
    [504, 'gateway timeout'],
  ])('status %i has its text', (status, text) => {
    expect(core.statuses[status]).toBe(text);
  });

  it('Chinese has a text for every status that English has', () => {
    expect(Object.keys(chinese.statuses)).toEqual(Object.keys(core.statuses));
  });

  it('body status 200-204 is success', () => {
    expect([199, 200, 201, 202, 203, 204, 205].map(isSuccessStatus)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('102-105 mean login expired', () => {
    expect([101, 102, 103, 104, 105, 106].map(isLoginExpiredStatus)).toEqual([false, true, true, true, true, false]);
  });

  it('every error of ours has a status that the catalogue explains, or one of 101-105', () => {
    const statuses = Object.values(errorCatalogue).map((entry) => entry.status);
    expect(statuses.filter((status) => !(status in core.statuses) && (status < 101 || status > 105))).toEqual([]);
  });

  it('every error of ours goes out with an HTTP error status', () => {
    expect(Object.values(errorCatalogue).filter((entry) => entry.http < 400)).toEqual([]);
  });
});

describe('section 9: business constants and limits', () => {
  it('request timeout 1,000,000 ms, request cache 60 s, chunk load time-out 120 s', () => {
    expect([requestTimeoutMs, requestCacheLifetimeMs, chunkLoadTimeoutMs]).toEqual([1_000_000, 60_000, 120_000]);
  });

  it('notifications: 4.5 s, top-right, 24 px edge offset, width 384', () => {
    expect(notificationSettings).toEqual({ durationMs: 4500, placement: 'topRight', edgeOffsetPx: 24, widthPx: 384 });
  });

  it('access thresholds 2, 3, 4', () => {
    expect(abilityThresholds).toEqual({ superAdmin: 2, admin: 2, editor: 3, user: 4 });
  });

  it('default page language en', () => {
    expect(defaultLanguage).toBe('en');
  });

  it('vendor login frame 480 by 416 (middle) and 320 by 380 (small)', () => {
    expect(vendorFrameSizes).toEqual({ middle: { width: 480, height: 416 }, small: { width: 320, height: 380 } });
  });
});
