import type { EditableLine } from './editable-line.ts';
import { lineConfidence } from './line-confidence.ts';

/** Marks a word, or the whole line, as confirmed by a person. */
export function trustWords<L extends EditableLine>(line: L, word?: number): L {
  const words = line.words?.map((given, at) =>
    word === undefined || at === word ? { ...given, confidence: null } : given,
  );
  const { suspects, ...rest } = line;
  return {
    ...rest,
    ...(word !== undefined && suspects && { suspects }),
    ...(words && { words }),
    ...('confidence' in line && { confidence: words ? lineConfidence(words) : null }),
  } as L;
}
