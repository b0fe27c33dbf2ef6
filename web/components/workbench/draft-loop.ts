import { draftIdleMs, type TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { useEffect, useState } from 'react';
import { useOnline } from '../../lib/online.ts';
import { createStore } from '../../lib/store.ts';
import { chunksOf } from './part-weight.ts';

export type Keeping = { state: 'clean' | 'pending' | 'keeping' | 'kept' | 'failed'; at: string | null };

type Options<Text, Part> = {
  /** The current text; must be a new object after every change. */
  read: () => Text;
  subscribe: (listener: () => void) => () => void;
  /** Parts of `to` that differ from `from`. */
  changesOf: (from: Text, to: Text) => Part[];
  /** Saves changed parts to the draft; parts already in it are kept. */
  send: (parts: Part[], version: number) => Promise<TextDraftInfo>;
  /** Deletes the draft, because nothing is unsaved. */
  drop: (version: number) => Promise<unknown>;
};

/** Far below the request limit, because serializing a large body blocks the page. */
const mostBytes = 512 * 1024;
const mostParts = 100;
/** Longest time between saves of a draft while someone types without a pause. */
const longestMs = 15_000;
const retryMs = 5_000;

/** Saves a draft shortly after the last keystroke: outside React, with one request at a time. */
export function createDraftLoop<Text, Part>({ read, subscribe, changesOf, send, drop }: Options<Text, Part>) {
  const status = createStore<Keeping>({ state: 'clean', at: null });
  let stored = read();
  let drafted = stored;
  let version = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since = 0;
  let running: Promise<void> | undefined;

  const wait = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  };
  const keep = async () => {
    clearTimeout(timer);
    since = 0;
    const text = read();
    const parts = changesOf(drafted, text);
    if (parts.length === 0) {
      status.set({ ...status.get(), state: version > 0 ? 'kept' : 'clean' });
      return;
    }
    status.set({ ...status.get(), state: 'keeping' });
    try {
      if (stored !== drafted && changesOf(stored, text).length === 0) {
        if (version > 0) await drop(version);
        version = 0;
        status.set({ state: 'clean', at: null });
      } else {
        let at: string | null = null;
        for (const chunk of chunksOf(parts, mostBytes, mostParts)) {
          const info = await send(chunk, version);
          version = info.version;
          at = info.updatedAt;
        }
        status.set({ state: 'kept', at });
      }
      drafted = text;
      if (read() !== text) onChange();
    } catch {
      status.set({ ...status.get(), state: 'failed' });
      wait(retryMs);
    }
  };
  const flush = (): Promise<void> => {
    running ??= keep().finally(() => {
      running = undefined;
    });
    return running;
  };
  const onChange = () => {
    const now = Date.now();
    since ||= now;
    // Set only once, so that typing doesn't re-render anything.
    const { state, at } = status.get();
    if (state !== 'keeping' && state !== 'pending') status.set({ state: 'pending', at });
    wait(Math.max(0, Math.min(draftIdleMs, since + longestMs - now)));
  };
  return {
    status,
    flush,
    /** Follows the text until the returned function is called. */
    start() {
      let seen = read();
      const stop = subscribe(() => {
        const text = read();
        if (text === seen) return;
        seen = text;
        onChange();
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
    version: () => version,
    /** Changes that aren't in the draft yet. */
    missing: () => changesOf(drafted, read()),
    /** Call when the text on screen came from an existing draft. */
    adopt(info: TextDraftInfo) {
      version = info.version;
      drafted = read();
      clearTimeout(timer);
      status.set({ state: 'kept', at: info.updatedAt });
    },
    /** Call when this text was saved, which also deleted the draft. */
    save(text: Text) {
      stored = text;
      drafted = text;
      version = 0;
      since = 0;
      clearTimeout(timer);
      status.set({ state: 'clean', at: null });
      if (read() !== text) onChange();
    },
    /** Waits for the running request and starts no other. */
    async settle() {
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    },
  };
}
export type DraftLoop<Text, Part> = ReturnType<typeof createDraftLoop<Text, Part>>;

/** Keeps a draft while the page is open, and retries a failed save when the connection is back. */
export function useDraftLoop<Text, Part>(create: () => DraftLoop<Text, Part>): DraftLoop<Text, Part> {
  const [keeper] = useState(create);
  useEffect(() => keeper.start(), [keeper]);
  const online = useOnline();
  useEffect(() => {
    if (online && keeper.status.get().state === 'failed') void keeper.flush();
  }, [online, keeper]);
  return keeper;
}
