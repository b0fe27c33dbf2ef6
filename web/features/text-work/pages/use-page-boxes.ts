import { useMemo, useSyncExternalStore } from 'react';
import type { ReadBox } from '../../../components/viewers/image/image-boxes.tsx';
import { turnBack } from '../../../components/viewers/turn-back.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { isDoubtful } from '../../../components/workbench/model/word-places.ts';

type Options = { work: TextWork; page: number; rotation: number | null; onEdit: (key: number) => void };

/** Every line of a page where it stands, as sure as the machine is of it, with doubtful words marked within. */
export function usePageBoxes({ work, page, rotation, onEdit }: Options): readonly ReadBox[] {
  const order = useSyncExternalStore(work.state.subscribe, () => work.state.get().order);
  const doubtful = useSyncExternalStore(work.state.subscribe, () => work.state.get().doubtful);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed moves no box
  return useMemo(
    () =>
      work.state
        .get()
        .lines.filter(({ part, box }) => box && part === page)
        .flatMap(({ key, box, text, confidence, words = [] }): ReadBox[] => {
          const deeds = {
            onPick: () => work.go({ key, from: 0, to: 0 }),
            onEdit: () => onEdit(key),
          };
          const line = box ? [{ box: turnBack(box, rotation), text, confidence, ...deeds }] : [];
          const within = words.flatMap((word) =>
            word.box && isDoubtful(word)
              ? [{ box: turnBack(word.box, rotation), text: word.text, confidence: word.confidence, ...deeds }]
              : [],
          );
          return [...line, ...within];
        }),
    [work, order, doubtful, page, rotation],
  );
}
