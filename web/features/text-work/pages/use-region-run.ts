import { listResourceWork, runStep } from '@lectern/contract/features/machine-work.ts';
import { getReading, type Reading } from '@lectern/contract/features/reading.ts';
import { listReadingVersions } from '@lectern/contract/features/reading-edit.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Box } from '../../../components/viewers/viewer-link.ts';
import { useWorkRefresh } from '../../../components/work/use-work-refresh.ts';
import { isUnderWay } from '../../../components/work/work-state.tsx';
import { partsChange } from '../../../components/workbench/model/change.ts';
import { call } from '../../../lib/api-client.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf } from '../../../lib/queries.ts';
import type { TextEdit } from '../use-text-edit.ts';
import type { KnownVersions } from '../use-text-parts.ts';
import { regionText } from './region-frame.tsx';

type Language = 'auto' | 'en' | 'zh';
/** What was requested, to recognise its result. */
type Asked = { region: string; page: number; queuedAt: string };
type Options = { id: string; edit: TextEdit; known: KnownVersions; onOpen: () => void };

/** Has a region of a page read again and replaces its text with the result. */
export function useRegionRun({ id, edit, known, onOpen }: Options) {
  const { region: words } = useTexts().textWork;
  const client = useQueryClient();
  const [frame, setFrame] = useState<{ page: number; box: Box } | null>(null);
  const [language, setLanguage] = useState<Language>('auto');
  const [asked, setAsked] = useState<Asked | null>(null);
  const [starting, setStarting] = useState(false);
  const result = asked && known.versions.find((version) => isResult(version, asked, edit.base));
  const steps = useQuery({
    ...queryOf(listResourceWork, { params: { id } }, { quiet: true }),
    enabled: asked !== null,
    staleTime: 0,
    // Polling in case live events are cut off.
    refetchInterval: 3_000,
  });
  useWorkRefresh([listResourceWork], id);
  const end = (level: 'success' | 'warning', title: string) => {
    setAsked(null);
    if (level === 'success') setFrame(null);
    notify({ level, title });
  };
  const latest = useRef({ place: async (_: Reading, __: Asked) => {}, end });
  useLayoutEffect(() => {
    latest.current = {
      end,
      place: async (version, { page }) => {
        // If nobody has edited the text, the result is already the current version.
        if (version.current) {
          end('success', fillText(words.loaded, { number: version.number }));
          return onOpen();
        }
        const query = { readingId: version.id, from: page, size: 1, words: 'true' } as const;
        const answer = await call(getReading, { params: { id, source: 'ocr' }, query }, { quiet: true });
        const part = answer.parts.find(({ number }) => number === page);
        if (!part) return;
        const { work } = edit;
        const before = new Set(work.state.get().lines.map(({ text }) => text));
        work.perform({ changes: partsChange(work.state.get().lines, [part], work.newKey), after: null });
        edit.notePlaced(version.id);
        const count = part.lines.filter(({ text }) => !before.has(text)).length;
        end('success', fillText(words.placed, { count }));
      },
    };
  });
  const work = steps.data?.map((entry) => entry.work).find(({ kind }) => kind === 'ocr');
  const over = asked !== null && work !== undefined && work.queuedAt >= asked.queuedAt && !isUnderWay(work.state);
  const found = result?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per result
  useEffect(() => {
    if (asked && result)
      void latest.current.place(result, asked).catch(() => latest.current.end('warning', words.failed));
  }, [found]);
  useEffect(() => {
    if (!over || found) return;
    // The version list may not include the result yet.
    void client.invalidateQueries({ predicate: isAnswerOf([listReadingVersions]) });
    const timer = setTimeout(() => {
      latest.current.end('warning', work?.causeCode === 'noText' ? words.nothing : words.failed);
    }, 4_000);
    return () => clearTimeout(timer);
  }, [over, found, client, work?.causeCode, words]);

  return {
    frame,
    language,
    setLanguage,
    busy: starting || asked !== null,
    begin: (page: number, box: Box) => setFrame({ page, box }),
    setBox: (box: Box) => setFrame((before) => before && { ...before, box }),
    leave: () => setFrame(null),
    /** Saves first, because the result is inserted into the saved text. */
    start: async (upright: Box | null = null) => {
      if (!frame || asked) return;
      setStarting(true);
      try {
        if (edit.unsaved && !(await edit.save())) return;
        const region = regionText(upright ?? frame.box);
        const options = { region, page: frame.page, ...(language !== 'auto' && { language }) };
        const { queuedAt } = await call(runStep, { params: { id, kind: 'ocr' }, body: { options } });
        setAsked({ region, page: frame.page, queuedAt });
      } catch (thrown) {
        // The shared failure handler has already reported it.
        if (!isApiError(thrown)) throw thrown;
      } finally {
        setStarting(false);
      }
    },
  };
}
export type RegionRun = ReturnType<typeof useRegionRun>;

function isResult({ number, options }: Reading, { region, page }: Asked, base: Reading): boolean {
  return number > base.number && options.region === region && (options.page ?? 1) === page;
}
