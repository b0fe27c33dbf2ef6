import type { CueProblemKind } from '@lectern/contract/subtitle/check-cues.ts';
import type { Cue } from '@lectern/contract/subtitle/cue.ts';
import { createContext, use } from 'react';
import type { Store } from '../../../lib/store.ts';
import type { SubtitleEdit } from './use-subtitle-edit.ts';

/** What the parts of the editor share besides the workbench. The same object for as long as the text is open. */
export type Desk = Pick<SubtitleEdit, 'work' | 'checks'> & {
  /** Cues of another language that stand beside these; null: none do. */
  beside: Store<{ language: string; cues: readonly Cue[] } | null>;
  /** Made once: every cue in sight says some of them. */
  problemNames: Record<CueProblemKind, string>;
  fixNames: Record<CueProblemKind, string>;
};

const Context = createContext<Desk | null>(null);
export const DeskProvider = Context;

export function useDesk(): Desk {
  const desk = use(Context);
  if (!desk) throw new Error('A part of the subtitle editor stands outside of it');
  return desk;
}
