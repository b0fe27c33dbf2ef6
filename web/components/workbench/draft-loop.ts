import { draftIdleMs, type TextDraftInfo } from '@lectern/contract/features/text-draft.ts';
import { useEffect, useState } from 'react';
import { useOnline } from '../../lib/online.ts';
import { createStore } from '../../lib/store.ts';
import { chunksOf } from './part-weight.ts';

export type Keeping = { state: 'clean' | 'pending' | 'keeping' | 'kept' | 'failed'; at: string | null };

type Options<Text, Part> = {
  /** The text as it is now; another object when it is another text. */
  read: () => Text;
  subscribe: (listener: () => void) => () => void;
  /** Parts of the second one that are not so in the first. */
  changesOf: (from: Text, to: Text) => Part[];
  /** Keeps parts besides those that the draft has already. */
  send: (parts: Part[], version: number) => Promise<TextDraftInfo>;
  /** There is nothing left to keep. */
  drop: (version: number) => Promise<unknown>;
};

/** Far less than a request may have: writing it out keeps the page from answering. */
const mostBytes = 512 * 1024;
const mostParts = 100;
/** A draft is saved at least this often while someone types without a pause. */
const longestMs = 15_000;
const retryMs = 5_000;

/** Keeps a draft of what is typed, some time after the last key: outside React, and one request at a time. */
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
    // Told once: nobody draws anything for a key that is typed.
    const { state, at } = status.get();
    if (state !== 'keeping' && state !== 'pending') status.set({ state: 'pending', at });
    wait(Math.max(0, Math.min(draftIdleMs, since + longestMs - now)));
  };
  return {
    status,
    flush,
    /** Follows the text until the answer is called. */
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
    /** What the draft does not have yet. */
    missing: () => changesOf(drafted, read()),
    /** What is on screen is what a draft holds that was found. */
    adopt(info: TextDraftInfo) {
      version = info.version;
      drafted = read();
      clearTimeout(timer);
      status.set({ state: 'kept', at: info.updatedAt });
    },
    /** This text is stored, and the draft went with it. */
    save(text: Text) {
      stored = text;
      drafted = text;
      version = 0;
      since = 0;
      clearTimeout(timer);
      status.set({ state: 'clean', at: null });
      if (read() !== text) onChange();
    },
    /** Waits for what is on its way, and lets nothing follow. */
    async settle() {
      clearTimeout(timer);
      await running;
      clearTimeout(timer);
    },
  };
}
export type DraftLoop<Text, Part> = ReturnType<typeof createDraftLoop<Text, Part>>;

/** Keeps a draft while the page is open. What couldn’t be kept offline is sent when the connection is back. */
export function useDraftLoop<Text, Part>(create: () => DraftLoop<Text, Part>): DraftLoop<Text, Part> {
  const [keeper] = useState(create);
  useEffect(() => keeper.start(), [keeper]);
  const online = useOnline();
  useEffect(() => {
    if (online && keeper.status.get().state === 'failed') void keeper.flush();
  }, [online, keeper]);
  return keeper;
}
