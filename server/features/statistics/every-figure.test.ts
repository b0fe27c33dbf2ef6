import { getAccessHeatMap, getAccessStat, getSearchTerms } from '@lectern/contract/features/access-stat.ts';
import {
  getLibraryCoverage,
  getLibraryFigures,
  getLibraryGrowth,
  getLibraryStorage,
  getLibraryTables,
  growthGroups,
} from '@lectern/contract/features/library-stat.ts';
import { accessGroupings, accessMeasures } from '@lectern/contract/statistics/access-dimension.ts';
import type { Days } from '@lectern/contract/statistics/figure.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccessCampus, buildAccessCampus } from '../../testing/access-campus.ts';
import { FigureRows } from '../../testing/figure-rows.ts';
import { type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';

/** Opens every figure of the three pages and checks that it leads to as many rows as it counts. */

let test: TestApp;
let rig: AccessCampus;

beforeAll(async () => {
  test = await startTestApp();
  rig = await buildAccessCampus(test, { seed: 20_261_117, days: 3 });
  await rig.send(Array.from({ length: 160 }, () => rig.randomEvent()));
});
afterAll(() => test.close());

const compare = 'before' as const;

describe.each(['super', 'admin', 'editor', 'user'] as const)('for %s, every figure', (who) => {
  let as: Identity;
  let behind: FigureRows;
  beforeAll(() => {
    as = rig.people[who];
    behind = new FigureRows(test, as);
  });

  it.each(accessGroupings)('of the access statistics by %s, in every measure, opens as many rows', async (groupBy) => {
    for (const measure of accessMeasures) {
      const query = { measure, groupBy, period: '2', compare, limit: 200 };
      const { data } = await test.call(getAccessStat, { query }, { as });
      expect(data.moreGroups).toBe(0);
      const { compared } = data;
      if (!compared) throw new Error('nothing is compared');
      expect(await behind.access({ ...data.period, measure }), measure).toBe(data.total.value);
      expect(await behind.access({ ...compared, measure }), `${measure} before`).toBe(data.before?.value);
      for (const { key, figure, before, series } of data.groups) {
        const of = { [groupBy]: key };
        expect(await behind.access({ ...data.period, measure, of }), `${measure} of ${key}`).toBe(figure.value);
        expect(await behind.access({ ...compared, measure, of }), `${measure} of ${key} before`).toBe(before?.value);
        for (const [place, piece] of measure === 'views' || measure === 'viewers' ? (series ?? []).entries() : []) {
          const days = data.buckets[place] as Days;
          expect(await behind.access({ from: days.from, to: days.to, measure, of })).toBe(piece.value);
        }
      }
    }
  });

  it('of a piece of time opens as many rows, in every measure and at every grain', async () => {
    for (const measure of accessMeasures) {
      // There are many hours, so only one summed measure and the viewers are checked by hour.
      const byHour = measure === 'views' || measure === 'viewers' ? (['hour'] as const) : [];
      for (const grain of [...byHour, 'day', 'week', 'month'] as const) {
        const period = grain === 'hour' ? '1' : '4';
        const { data } = await test.call(getAccessStat, { query: { measure, period, grain } }, { as });
        for (const [place, { from, to, hour }] of data.buckets.entries()) {
          const figure = { from, to, measure, ...(hour !== null && { hour }) };
          expect(await behind.access(figure), `${measure} ${from} ${hour}`).toBe(data.series[place]?.value);
        }
      }
    }
  });

  it('of the heat map and of search terms opens as many rows', async () => {
    const measure = 'events' as const;
    const { data: heat } = await test.call(getAccessHeatMap, { query: { measure, period: '7' } }, { as });
    const { data: whole } = await test.call(getAccessStat, { query: { measure, period: '7' } }, { as });
    expect(heat.cells.reduce((sum, { value }) => sum + value, 0)).toBe(whole.total.value);
    for (const { weekday, hour, value } of heat.cells) {
      expect(await behind.access({ ...heat.period, measure, weekday, hour })).toBe(value);
    }
    const { data } = await test.call(getSearchTerms, { query: { withoutResult: 'no' } }, { as });
    expect(data.allowed).toBe(who === 'super' || who === 'admin');
    for (const { term, searches, withoutResult } of data.terms) {
      const figure = { ...data.period, measure: 'searches' as const, term };
      expect(await behind.access(figure)).toBe(searches);
      expect(await behind.access({ ...figure, withoutResult: true })).toBe(withoutResult);
    }
  });

  it('of the overview opens as many resources or records', async () => {
    const { data } = await test.call(getLibraryFigures, { query: { period: '3', compare } }, { as });
    const { period, compared } = data;
    if (!compared) throw new Error('nothing is compared');
    for (const [days, read] of [
      [period, 'value'],
      [compared, 'before'],
    ] as const) {
      expect(await behind.library({ added: { to: days.to } })).toBe(data.resources[read]);
      expect(await behind.library({ added: days })).toBe(data.added[read]);
      expect(await behind.library({ favourite: days })).toBe(data.favourites[read]);
      for (const measure of [
        ...(['views', 'viewers', 'plays', 'playSeconds', 'completion', 'downloads', 'searches'] as const),
      ]) {
        expect(await behind.access({ ...days, measure }), measure).toBe(data[measure][read]);
      }
    }
    for (const by of growthGroups) {
      const { data: growth } = await test.call(getLibraryGrowth, { query: { by, period: '3' } }, { as });
      for (const { key, total, added } of growth.groups) {
        const of = { [by]: key };
        expect(await behind.library({ of, added: { to: growth.period.to } }), `${by} ${key}`).toBe(total);
        for (const [place, bucket] of growth.buckets.entries()) {
          expect(await behind.library({ of, added: bucket })).toBe(added[place]);
        }
      }
    }
    const { data: storage } = await test.call(getLibraryStorage, { query: {} }, { as });
    for (const { kind, resources } of storage.byKind) expect(await behind.library({ of: { kind } })).toBe(resources);
  });

  it('of coverage and of the tables of the overview opens as many', async () => {
    const { data: coverage } = await test.call(getLibraryCoverage, {}, { as });
    const parts = [...coverage.colleges, { id: undefined, ...coverage.all }];
    for (const { id, text, subtitles } of parts) {
      const of = id === undefined ? {} : { college: id };
      expect(await behind.library({ of })).toBe(text.of);
      expect(await behind.library({ of, text: true })).toBe(text.have);
      const heard = { ...of, kind: 'video,audio' };
      expect(await behind.library({ of: heard })).toBe(subtitles.of);
      expect(await behind.library({ of: heard, subtitles: true })).toBe(subtitles.have);
    }
    const { data: tables } = await test.call(getLibraryTables, { query: { period: '3', compare } }, { as });
    expect(tables.top.length).toBeGreaterThan(0);
    for (const row of tables.top) {
      for (const measure of ['views', 'plays', 'downloads', 'playSeconds'] as const) {
        const figure = { ...tables.period, measure, of: { resource: row.id } };
        expect(await behind.access(figure), `${measure} of ${row.id}`).toBe(row[measure]);
      }
    }
    expect(await behind.library({ used: false })).toBe(tables.neverUsed.count);
    for (const { id, resources } of tables.owners) {
      expect(await behind.library({ of: { owner: id } })).toBe(resources);
    }
    expect(behind.opened).toBeGreaterThan(200);
  });
});
