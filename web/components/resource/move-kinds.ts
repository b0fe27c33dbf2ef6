import type { ResourceMove } from '@lectern/contract/features/resource-state.ts';
import type { IconName } from '../../lib/icon-name.ts';

/** Moves that ask something first; the others are made at once. */
const askingMoves = ['reject', 'offline', 'trash', 'purge'] as const;
export type AskingMove = (typeof askingMoves)[number];
export function asksFirst(move: ResourceMove): move is AskingMove {
  return (askingMoves as readonly string[]).includes(move);
}

export const moveIcons: Record<ResourceMove, IconName> = {
  submit: 'send',
  withdraw: 'undo',
  publish: 'done',
  reject: 'ban',
  offline: 'offline',
  trash: 'trash',
  restore: 'undo',
  purge: 'trash',
};
