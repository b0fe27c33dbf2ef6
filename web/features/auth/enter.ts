import type { SessionTokens } from '@lectern/contract/features/auth.ts';
import { refreshUser } from '../../lib/initial-state.ts';
import { storeSession } from '../../lib/session.ts';

/** The last step of every way in: the session is stored and the user loaded, which leads into the app. */
export async function enter(tokens: SessionTokens): Promise<void> {
  storeSession(tokens);
  await refreshUser();
}
