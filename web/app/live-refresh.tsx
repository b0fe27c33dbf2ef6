import { useQueryClient } from '@tanstack/react-query';
import { getPublicSettings } from '../lib/first-calls.ts';
import { refreshUser } from '../lib/initial-state.ts';
import { useLiveEvents } from '../lib/live-events.ts';
import { isAnswerOf } from '../lib/queries.ts';

/** Follows what others change about this user and the platform, without a reload. */
export function LiveRefresh() {
  const client = useQueryClient();
  useLiveEvents('permissions', () => void refreshUser({ quiet: true }));
  useLiveEvents('settings', () => void client.invalidateQueries({ predicate: isAnswerOf([getPublicSettings]) }));
  return null;
}
