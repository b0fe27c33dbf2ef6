import { createGlossaryTerm } from '@lectern/contract/features/glossary.ts';
import { listNotifications } from '@lectern/contract/features/notification.ts';
import {
  getSubtitle,
  listResourceSubtitles,
  listSubtitleActivity,
  listSubtitles,
  listSubtitleVersions,
  type SubtitleTrack,
} from '@lectern/contract/features/subtitle.ts';
import {
  createSubtitle,
  deleteSubtitle,
  exportSubtitle,
  exportSubtitles,
  moveSubtitle,
  openPublishedSubtitle,
  readSubtitleFile,
  recutSubtitle,
  restoreSubtitle,
  restoreSubtitleVersion,
  saveSubtitle,
  translateSubtitle,
  updateSubtitle,
} from '@lectern/contract/features/subtitle-change.ts';
import { checkCues } from '@lectern/contract/subtitle/check-cues.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { pathOf } from '../../platform/http/mount-endpoints.ts';
import { newId } from '../../platform/new-id.ts';
import { buildCampus, type Campus } from '../../testing/campus.ts';
import { insertWord } from '../../testing/review-rig.ts';
import { cookieHeader, type Identity, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { followTexts, makeText } from '../../testing/text-rig.ts';

let test: TestApp;
let campus: Campus;
let owner: Identity;
let editor: Identity;
let reader: Identity;
let stranger: Identity;

const page = '/app/handle/subtitle';
const bytes = { 'content-type': 'application/octet-stream' };
const said = ['cells have walls and water moves through them.', 'plants drink through their roots, slowly.'];

beforeAll(async () => {
  test = await startTestApp();
  campus = await buildCampus(test);
  const pages = [page, '/app/resource/info'];
  owner = await test.identity({ roleId: 4, pages, departmentId: campus.physics });
  editor = await test.identity({ roleId: 3, pages, departmentId: campus.physics });
  reader = await test.identity({ roleId: 4, pages: ['/app/resource/info'], departmentId: campus.history });
  stranger = await test.identity({ roleId: 3, pages, departmentId: campus.history });
});
afterAll(() => test.close());

async function makeVideo(state: 'published' | 'ready' = 'published', lines = said): Promise<string> {
  const wish = { kind: 'video', state, owner, parts: [lines] } as const;
  return (await makeText(test, { ...wish, parts: [[...lines]] })).id;
}

async function cut(id: string, language: SubtitleTrack['language'] = 'en') {
  const body = { language, from: { kind: 'speech' as const } };
  return (await test.call(createSubtitle, { params: { id }, body }, { as: owner })).data;
}

async function move(track: SubtitleTrack, wanted: 'check' | 'publish' | 'unpublish' | 'uncheck', as = owner) {
  const body = { move: wanted, version: track.version };
  return test.call(moveSubtitle, { params: { id: track.id }, body }, { as });
}

function open(path: string, as: Identity) {
  return test.app.inject({ url: path, headers: { cookie: cookieHeader(as.cookies) } });
}

const published = (id: string, as: Identity, language = 'en') =>
  open(pathOf(openPublishedSubtitle).replace(':id', id).replace(':language', language), as);

async function passagesOf(id: string): Promise<string[]> {
  const rows = await test.db
    .selectFrom('passages')
    .select('text')
    .where('resource_id', '=', id)
    .where('source', '=', 'subtitle')
    .orderBy('position')
    .execute();
  return rows.map((row) => row.text);
}

const list = (query: Record<string, string>) => test.call(listSubtitles, { query }, { as: owner });

describe('a track', () => {
  it('follows the glossary, unless a person wrote the transcript', async () => {
    const terms = await test.identity({ roleId: 3, pages: ['/app/handle/asr', page], departmentId: campus.physics });
    const term = { wrong: 'vacuoles', right: 'Vacuoles™' };
    const texts = async (id: string) => {
      const { track } = await cut(id);
      const { data } = await test.call(getSubtitle, { params: { id: track.id } }, { as: owner });
      return data.cues.map(({ text }) => text).join(' ');
    };
    const [heard, written] = [
      await makeVideo('ready', ['cells with vacuoles']),
      await makeVideo('ready', ['vacuoles']),
    ];
    await test.call(createGlossaryTerm, { body: term }, { as: terms });
    await sql`update readings set origin = 'edited' where resource_id = ${written}`.execute(test.db);
    expect(await texts(heard)).toBe('cells with Vacuoles™');
    expect(await texts(written)).toBe('vacuoles');
  });

  it('is cut from the transcript without problems and stays private until published', async () => {
    const id = await makeVideo();
    const { track, text } = await cut(id);
    expect(track).toMatchObject({
      state: 'auto',
      problems: 0,
      isDefault: true,
      stale: false,
      url: null,
      origin: 'machine',
    });
    expect(text).toMatchObject({ number: 1, current: true, problems: 0 });
    const { data } = await test.call(getSubtitle, { params: { id: track.id } }, { as: owner });
    expect(checkCues(data.cues)).toEqual([]);
    expect(data.cues.map((cue) => cue.text.replace('\n', ' '))).toEqual(said);
    expect(data).toMatchObject({ mayEdit: true, masked: false, moves: ['check', 'publish'] });
    for (const as of [reader, stranger]) {
      expect((await test.call(getSubtitle, { params: { id: track.id } }, { as })).http).toBe(404);
      expect((await test.call(listResourceSubtitles, { params: { id } }, { as })).data.tracks).toEqual([]);
    }
    expect((await published(id, owner)).statusCode).toBe(404);
    expect(
      (
        await test.call(
          createSubtitle,
          { params: { id }, body: { language: 'en', from: { kind: 'empty' } } },
          { as: owner },
        )
      ).http,
    ).toBe(409);
  });

  it('reaches players immediately when published and leaves them when unpublished', async () => {
    const id = await makeVideo();
    const { track } = await cut(id);
    const { data: shown } = await move(track, 'publish', editor);
    expect(shown.url).toBe(`/resources/${id}/subtitles/en.vtt?v=${shown.version}`);
    const response = await published(id, reader);
    expect(response.headers['content-type']).toBe('text/vtt; charset=utf-8');
    expect(response.headers['cache-control']).toContain('no-store');
    expect(response.payload).toMatch(/^WEBVTT\n\n00:00:00.000 --> /);
    expect((await move(track, 'unpublish')).failure.code).toBe('changedMeanwhile');
    expect((await move(shown, 'unpublish')).data.state).toBe('auto');
    expect((await published(id, reader)).statusCode).toBe(404);
    const { data: told } = await test.call(listNotifications, {}, { as: owner });
    expect(told.rows.some(({ kind }) => kind === 'subtitlePublished')).toBe(true);
    const { data: done } = await test.call(listSubtitleActivity, { params: { id: track.id } }, { as: owner });
    expect(done.rows.map(({ action }) => action)).toEqual([
      'subtitle.unpublished',
      'subtitle.published',
      'subtitle.created',
    ]);
  });

  it('of an unreadable or someone else’s video can’t be opened', async () => {
    const id = await makeVideo('ready');
    const { track } = await cut(id);
    await move(track, 'publish');
    expect((await published(id, reader)).statusCode).toBe(404);
    const cues = [{ startMs: 0, endMs: 2000, text: 'Mine now.' }];
    const shown = await makeVideo();
    const other = await cut(shown);
    const body = { baseId: other.text.id, cues };
    expect((await test.call(saveSubtitle, { params: { id: other.track.id }, body }, { as: stranger })).http).toBe(403);
    expect((await move(other.track, 'publish', reader)).http).toBe(403);
  });
});

describe('a text', () => {
  it('is saved as a new version, only over its base version', async () => {
    const id = await makeVideo();
    const { track, text } = await cut(id);
    const cues = [{ startMs: 0, endMs: 300, text: '<b>Cells</b> have\r\nwalls.\u0007' }];
    const { data: saved } = await test.call(
      saveSubtitle,
      { params: { id: track.id }, body: { baseId: text.id, cues } },
      { as: owner },
    );
    expect(saved.track).toMatchObject({ state: 'edited', number: 2, problems: 2, cues: 1 });
    const late = await test.call(
      saveSubtitle,
      { params: { id: track.id }, body: { baseId: text.id, cues: [] } },
      { as: editor },
    );
    expect(late.failure.code).toBe('changedMeanwhile');
    const { data: read } = await test.call(getSubtitle, { params: { id: track.id } }, { as: owner });
    expect(read.cues).toEqual([{ startMs: 0, endMs: 300, text: 'Cells have\nwalls.' }]);
    expect(read.problems.map(({ kind }) => kind)).toEqual(['tooFast', 'tooShort']);
    // A new machine result is offered next to the edited subtitles instead of replacing them.
    const { data: offer } = await test.call(recutSubtitle, { params: { id: track.id }, body: {} }, { as: owner });
    expect(offer.track).toMatchObject({ number: 2, offered: 3, state: 'edited' });
    const { data: history } = await test.call(listSubtitleVersions, { params: { id: track.id } }, { as: owner });
    expect(history.versions.map(({ number, origin, current }) => [number, origin, current])).toEqual([
      [3, 'machine', false],
      [2, 'edited', true],
      [1, 'machine', false],
    ]);
    const params = { id: track.id, versionId: history.versions[0]?.id ?? '' };
    const { data: taken } = await test.call(
      restoreSubtitleVersion,
      { params, body: { baseId: saved.text.id } },
      { as: owner },
    );
    expect(taken.track).toMatchObject({ number: 4, offered: null, problems: 0, state: 'edited' });
  });

  it('refuses invalid cues', async () => {
    const { track, text } = await cut(await makeVideo());
    for (const cue of [
      { startMs: -1, endMs: 5, text: '' },
      { startMs: 0.5, endMs: 5, text: '' },
      { startMs: 0, endMs: 1, text: 'x'.repeat(3000) },
    ]) {
      const body = { baseId: text.id, cues: [cue] };
      expect((await test.call(saveSubtitle, { params: { id: track.id }, body }, { as: owner })).http).toBe(422);
    }
  });

  it('is searchable once checked, where it differs from the transcript', async () => {
    const id = await makeVideo();
    const { track, text } = await cut(id);
    const { data: shown } = await move(track, 'publish');
    expect(await passagesOf(id)).toEqual([]);
    const cues = [{ startMs: 0, endMs: 2000, text: 'Cells have\nwalls.' }];
    await test.call(saveSubtitle, { params: { id: track.id }, body: { baseId: text.id, cues } }, { as: owner });
    expect(await passagesOf(id)).toEqual(['Cells have walls.']);
    const wishes = await sql`select from sensitive_scan_wishes where resource_id = ${id}`.execute(test.db);
    expect(wishes.rows.length).toBeGreaterThan(0);
    await move({ ...shown, version: shown.version + 1 }, 'unpublish');
    expect(await passagesOf(id)).toEqual([]);
  });

  it('is out of date when video or transcript changes, and then needs confirmation to be published', async () => {
    const id = await makeVideo();
    const { track } = await cut(id);
    const stale = async () =>
      (await test.call(getSubtitle, { params: { id: track.id } }, { as: owner })).data.track.stale;
    await sql`update readings set current = false where resource_id = ${id}`.execute(test.db);
    await sql`
      insert into readings (id, resource_id, version_id, source, number, origin, current, source_sha256, characters, parts)
      select ${newId()}, resource_id, version_id, source, 9, 'edited', true, source_sha256, 1, 0
      from readings where resource_id = ${id} limit 1`.execute(test.db);
    await followTexts(test.db, id);
    expect(await stale()).toBe(true);
    const { data } = await list({ tab: 'all', stale: 'yes' });
    expect(data.rows.map((row) => row.id)).toEqual([id]);
    const now = (await test.call(getSubtitle, { params: { id: track.id } }, { as: owner })).data.track;
    const refused = await move(now, 'publish');
    expect([refused.http, refused.failure.code]).toEqual([409, 'subtitlesOutOfDate']);
    const body = { move: 'publish' as const, version: now.version, acceptOutOfDate: true };
    expect((await test.call(moveSubtitle, { params: { id: track.id }, body }, { as: reader })).http).toBe(403);
    const published = await test.call(moveSubtitle, { params: { id: track.id }, body }, { as: owner });
    expect(published.data.state).toBe('published');
  });
});

describe('masked text', () => {
  it('is redacted in tracks and files and can’t be overwritten by people who don’t review', async () => {
    const id = await makeVideo();
    const { track, text } = await cut(id);
    await move(track, 'publish');
    const wordId = await insertWord(test, 'water moves');
    const passage = await test.db
      .selectFrom('passages')
      .selectAll()
      .where('resource_id', '=', id)
      .where('source', '=', 'speech')
      .where('position', '=', 1)
      .executeTakeFirstOrThrow();
    const [hitId, start] = [newId(), passage.text.indexOf('water moves')];
    await sql`
      insert into sensitive_hits (id, resource_id, version_id, word_id, severity, pass, source, position, start_ms, end_ms,
        start_offset, end_offset, mark_start, mark_end, excerpt, fingerprint, occurrence, state)
      select ${hitId}, ${id}, version_id, ${wordId}, 'review', 'strict', 'speech', 1, ${passage.start_ms}, ${passage.end_ms},
        ${start}::int, ${start + 11}::int, ${start}::int, ${start + 11}::int, ${passage.text}, decode('00', 'hex'), 0, 'masked'
      from resources where id = ${id}`.execute(test.db);
    await sql`
      insert into sensitive_masks (hit_id, resource_id, source, position, start_ms, end_ms, start_offset, end_offset)
      select id, resource_id, source, position, start_ms, end_ms, start_offset, end_offset from sensitive_hits where id = ${hitId}`.execute(
      test.db,
    );
    const { payload } = await published(id, reader);
    expect(payload.replace('\n', ' ')).not.toMatch(/water|moves/);
    expect(payload).toContain('■■■■■');
    const file = await open(`${pathOf(exportSubtitle).replace(':id', track.id)}?format=srt`, owner);
    expect(file.payload).not.toMatch(/water|moves/);
    const byReviewer = await open(`${pathOf(exportSubtitle).replace(':id', track.id)}?format=vtt`, test.admin);
    expect([byReviewer.statusCode, /water|moves/.test(byReviewer.payload)]).toEqual([200, false]);
    const { data } = await test.call(getSubtitle, { params: { id: track.id } }, { as: owner });
    expect(data).toMatchObject({ masked: true, mayEdit: false });
    const refused = await test.call(
      saveSubtitle,
      { params: { id: track.id }, body: { baseId: text.id, cues: data.cues } },
      { as: owner },
    );
    expect(refused.failure.code).toBe('coveredForYou');
    expect((await published(id, test.admin)).payload.replace(/\s/g, ' ')).toContain('water moves');
    await test.db.updateTable('resources').set({ state: 'blocked' }).where('id', '=', id).execute();
    const blocked = await open(`${pathOf(exportSubtitle).replace(':id', track.id)}?format=srt`, test.admin);
    expect(blocked.json()).toMatchObject({ status: 409 });
  });
});

describe('files', () => {
  it('are previewed with encoding, bad lines and changes, and change nothing', async () => {
    const id = await makeVideo();
    const { track } = await cut(id);
    const srt =
      '\ufeff1\r\n00:00:00,000 --> 00:00:02,500\r\nDas größte Übel.\r\n\r\n2\r\n00:00:03 -> 00:00:0x\r\nBroken\r\n';
    const utf16 = Buffer.from(srt, 'utf16le');
    const call = (body: Uint8Array) =>
      test.call(
        readSubtitleFile,
        { params: { id }, query: { subtitleId: track.id }, body },
        { as: owner, headers: bytes },
      );
    const { data } = await call(utf16);
    expect(data).toMatchObject({ format: 'srt', encoding: 'utf-16le', errors: [{ code: 'badTime', line: 6 }] });
    expect(data.cues).toEqual([{ startMs: 0, endMs: 2500, text: 'Das größte Übel.' }]);
    expect(data.difference?.rows.map(({ change }) => change)).toContain('removed');
    expect((await call(Buffer.alloc(0))).failure.code).toBe('fileEmpty');
    const again = await test.call(getSubtitle, { params: { id: track.id } }, { as: owner });
    expect(again.data.track.number).toBe(1);
    const other = await test.call(readSubtitleFile, { params: { id }, body: utf16 }, { as: stranger, headers: bytes });
    expect(other.http).toBe(403);
    const body = { language: 'de' as const, from: { kind: 'file' as const, cues: data.cues } };
    const made = await test.call(createSubtitle, { params: { id }, body }, { as: owner });
    expect(made.data.track).toMatchObject({ state: 'edited', origin: 'imported', isDefault: false });
  });

  it('of many videos come in one archive', async () => {
    const [one, two] = [await makeVideo(), await makeVideo()];
    await cut(one);
    await cut(two);
    await cut(two, 'fr');
    const response = await open(`${pathOf(exportSubtitles)}?format=vtt&ids=${one},${two}`, owner);
    expect(response.headers['content-type']).toBe('application/zip');
    const zip = await yauzl.fromBufferPromise(response.rawPayload, { lazyEntries: true });
    const names: string[] = [];
    for await (const entry of zip.eachEntry()) names.push(entry.fileName);
    expect(names).toHaveLength(3);
    expect(names.filter((name) => name.endsWith('.fr.vtt'))).toHaveLength(1);
    expect((await open(`${pathOf(exportSubtitles)}?format=vtt&ids=${one}`, stranger)).statusCode).toBe(404);
  });
});

it('a track can be renamed, made the default, deleted and restored', async () => {
  const id = await makeVideo();
  const [{ track: english }, { track: french }] = [await cut(id), await cut(id, 'fr')];
  const change = (body: Record<string, unknown>) =>
    test.call(updateSubtitle, { params: { id: french.id }, body: { version: french.version, ...body } }, { as: owner });
  expect((await change({ language: 'en' })).failure.code).toBe('nameTaken');
  expect((await change({ isDefault: true, label: 'Français' })).data).toMatchObject({
    isDefault: true,
    label: 'Français',
  });
  const listed = async () => (await test.call(listResourceSubtitles, { params: { id } }, { as: owner })).data.tracks;
  expect((await listed()).map((track) => [track.language, track.isDefault])).toEqual([
    ['fr', true],
    ['en', false],
  ]);
  const renamed = await test.call(
    updateSubtitle,
    { params: { id: french.id }, body: { version: french.version + 1, language: 'de' } },
    { as: owner },
  );
  expect(renamed.data.language).toBe('de');
  const changes = await test.db
    .selectFrom('activities')
    .select(['before', 'after'])
    .where('object_id', '=', french.id)
    .where('action', '=', 'subtitle.updated')
    .orderBy('id', 'desc')
    .execute();
  expect(changes[0]).toMatchObject({ before: { language: 'fr' }, after: { language: 'de' } });
  const query = { version: String(french.version + 2) };
  await test.call(deleteSubtitle, { params: { id: french.id }, query }, { as: owner });
  expect((await listed()).map((track) => [track.id, track.isDefault])).toEqual([[english.id, true]]);
  const back = await test.call(restoreSubtitle, { params: { id: french.id }, body: {} }, { as: owner });
  expect(back.data).toMatchObject({ language: 'de', isDefault: false });
});

it('a translation without a language model is refused with the reason', async () => {
  const { track } = await cut(await makeVideo());
  const request = { params: { id: track.id }, body: { language: 'zh' } } as const;
  const asked = await test.call(translateSubtitle, request, { as: owner });
  expect(asked.failure.code).toBe('noLanguageModel');
});
