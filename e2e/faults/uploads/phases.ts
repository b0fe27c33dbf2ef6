import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { createLibrary } from '@lectern/contract/features/library.ts';
import { getResource, moveResource } from '@lectern/contract/features/resource.ts';
import { settleDuplicate } from '@lectern/contract/features/upload.ts';
import yazl from 'yazl';
import { sha256 } from '../../uploads/mixed-folder.ts';
import { pngOf } from '../../uploads/small-files.ts';
import type { FaultClient } from './fault-client.ts';
import { type HoldPoint, type HoldPoints, markOf } from './hold-points.ts';

/** What must exist in the end, exactly once and with this content. */
export type Expected = { fileName: string; sha256: string; state: 'ready' | 'purged' };
/** An operation in progress: how its owner continues after the fault, and what it must result in. */
export type Underway = { goOn(): Promise<unknown>; expected: Expected[] };
type Round = { client: FaultClient; holds: HoldPoints; tag: string };
type Prepared = { begin(): Promise<Underway> };

const kilobytes = (count: number) => Buffer.from(randomBytes(count * 512).toString('hex'));
const ready = (fileName: string, bytes: Buffer): Expected => ({ fileName, sha256: sha256(bytes), state: 'ready' });

/** Phases of an upload. Preconditions are created immediately; `begin` then brings the upload to its point. */
export const phases: Record<string, (round: Round) => Promise<Prepared>> = {
  announced: async (round) => prepared(() => sendAll(round, `announced-${round.tag}.txt`, 0)),
  receiving: async (round) => prepared(() => sendAll(round, `receiving-${round.tag}.txt`, 0.6)),
  lastByte: async (round) => prepared(() => sendAndHold(round, 'lastByte')),
  moved: async (round) => prepared(() => sendAndHold(round, 'moved')),
  committing: async (round) => {
    // A separate library: until its transaction ends, no other upload can reserve space in the library.
    const body = { name: `Library ${round.tag}`, kind: 'school' } as const;
    const { id: libraryId } = await round.client.call(createLibrary, { body });
    return prepared(() => sendAndHold(round, 'committing', { libraryId, ownerIsGone: true }));
  },
  inspecting: async (round) => prepared(() => sendAndHold(round, 'inspecting', { bytes: picture(), ending: 'png' })),
  replacing: async (round) => {
    const replacesId = await bringIn(round, `replaced-${round.tag}.txt`, kilobytes(8));
    return prepared(() => sendAndHold(round, 'replacing', { replacesId }));
  },
  settling,
  unpacking,
  purging: (round) => purge(round, 'purging', `${markOf('purging')}-${round.tag}.txt`),
  removing: (round) => purge(round, 'removing', `removed-${round.tag}.txt`),
};

function prepared(begin: () => Promise<Underway>): Prepared {
  return { begin };
}

function picture(): Buffer {
  const [red = 0, green = 0, blue = 0] = randomBytes(3);
  return pngOf([red, green, blue], 64);
}

/** Sends a share of the bytes and keeps the connection open. */
async function sendAll({ client }: Round, fileName: string, share: number): Promise<Underway> {
  const bytes = kilobytes(4_000);
  const id = await client.announce(fileName, bytes.length);
  if (share > 0) {
    client.send(id, bytes, 0, Math.floor(bytes.length * share));
    await client.until('some bytes to arrive', async () => ((await client.offset(id)) ?? 0) > 0 || undefined);
  }
  return { goOn: () => client.goOn(id, bytes), expected: [ready(fileName, bytes)] };
}

async function sendAndHold(
  { client, holds, tag }: Round,
  point: HoldPoint,
  options: { bytes?: Buffer; ending?: string; replacesId?: string; libraryId?: string; ownerIsGone?: true } = {},
): Promise<Underway> {
  const { bytes = kilobytes(64), ending = 'txt', ownerIsGone, ...place } = options;
  const fileName = `${markOf(point)}-${tag}.${ending}`;
  const id = await client.announce(fileName, bytes.length, place);
  client.send(id, bytes, 0);
  await holds.reached(point);
  // If the owner doesn't return, the product finishes the upload itself.
  const goOn = ownerIsGone ? async () => undefined : () => client.goOn(id, bytes);
  return { goOn, expected: [ready(fileName, bytes)] };
}

/** The content already exists, and its owner chose to add it as a new version. */
async function settling({ client, holds, tag }: Round): Promise<Prepared> {
  const bytes = kilobytes(16);
  await bringIn({ client }, `twin-${tag}.txt`, bytes);
  return prepared(async () => {
    const fileName = `${markOf('settling')}-${tag}.txt`;
    const id = await client.announce(fileName, bytes.length, { onDuplicate: 'ask' });
    const row = await client.goOn(id, bytes);
    if (row.state !== 'duplicate') throw new Error(`The duplicate wasn’t detected: ${row.state}`);
    const settle = () => client.call(settleDuplicate, { params: { id }, body: { choice: 'new_version' } });
    settle().catch(() => undefined);
    await holds.reached('settling');
    const goOn = () =>
      client.until('the choice to be carried out', async () => {
        const now = await client.row(id);
        if (now?.state === 'done') return true;
        await settle().catch(() => undefined);
        return undefined;
      });
    return { goOn, expected: [ready(fileName, bytes)] };
  });
}

async function unpacking({ client, holds, tag }: Round): Promise<Prepared> {
  const names = ['1', '2', '3', '4', '5', '6'].map((at) =>
    at === '4' ? `${markOf('unpacking')}-${tag}.txt` : `packed-${at}-${tag}.txt`,
  );
  const files = names.map((name) => ({ name, bytes: kilobytes(40) }));
  const zip = new yazl.ZipFile();
  for (const { name, bytes } of files) zip.addBuffer(bytes, name);
  zip.end();
  const packed = await buffer(zip.outputStream as NodeJS.ReadableStream);
  return prepared(async () => {
    const id = await client.announce(`packed-${tag}.zip`, packed.length);
    client.send(id, packed, 0);
    await holds.reached('unpacking');
    return { goOn: () => client.goOn(id, packed), expected: files.map(({ name, bytes }) => ready(name, bytes)) };
  });
}

async function purge({ client, holds }: Round, point: HoldPoint, fileName: string): Promise<Prepared> {
  const bytes = kilobytes(8);
  const id = await bringIn({ client }, fileName, bytes);
  const move = async (wanted: 'trash' | 'purge') => {
    const { version, title } = await client.call(getResource, { params: { id } });
    const body = { move: wanted, version, ...(wanted === 'purge' && { confirm: title }) };
    await client.call(moveResource, { params: { id }, body });
  };
  await move('trash');
  return prepared(async () => {
    move('purge').catch(() => undefined);
    await holds.reached(point);
    const goOn = () =>
      client.until('it to be purged', async () => {
        const failed = await move('purge').catch((error: Error) => error.message);
        return failed?.includes(' 410 ') || undefined;
      });
    return { goOn, expected: [{ fileName, sha256: sha256(bytes), state: 'purged' }] };
  });
}

/** Uploads a file and waits until it is ready. */
async function bringIn({ client }: Pick<Round, 'client'>, fileName: string, bytes: Buffer): Promise<string> {
  const id = await client.announce(fileName, bytes.length);
  const row = await client.goOn(id, bytes);
  const { resource } = row;
  if (!resource) throw new Error(`${fileName} became ${row.state}`);
  await client.until(`${fileName} to be ready`, async () => {
    const { state } = await client.call(getResource, { params: { id: resource.id } });
    return state === 'ready' || undefined;
  });
  return resource.id;
}
