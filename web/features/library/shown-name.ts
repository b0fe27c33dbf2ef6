import type { CurrentUser } from '@lectern/contract/features/auth.ts';
import type { Library } from '@lectern/contract/features/library.ts';
import type { Texts } from '../../lib/i18n/use-texts.ts';

/** What a library is called on screen: a person’s own one doesn’t bear their name there. */
export function shownName({ kind, owner, name }: Library, user: Pick<CurrentUser, 'id'>, { library }: Texts): string {
  return kind === 'personal' && owner?.id === user.id ? library.mine : name;
}
