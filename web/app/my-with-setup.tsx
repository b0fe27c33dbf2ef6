import { hasAbility } from '@lectern/contract/roles.ts';
import { MyPage } from '../features/my/my-page.tsx';
import { useCurrentUser } from '../lib/current-user.tsx';
import { loadPageTexts } from '../lib/i18n/language.ts';
import { lazyPart } from '../lib/lazy-part.tsx';

const SetupChecklist = lazyPart(async () => {
  const [module] = await Promise.all([import('../features/setup/setup-checklist.tsx'), loadPageTexts('setup')]);
  return module.SetupChecklist;
});

/** Administrators land on My resources, so a new installation shows them there how to set it up. */
export function MyWithSetup() {
  const { roleId, setupHidden, viewedBy } = useCurrentUser();
  const isForThem = hasAbility(roleId, 'superAdmin') && !setupHidden && !viewedBy;
  return <MyPage {...(isForThem && { above: SetupChecklist })} />;
}
