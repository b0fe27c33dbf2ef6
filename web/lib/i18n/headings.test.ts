import { userList } from '@lectern/contract/features/user.ts';
import { languages } from '@lectern/contract/language.ts';
import type { ColumnDeclaration } from '@lectern/contract/list/define-list.ts';
import { expect, it } from 'vitest';
import { user as userInEnglish } from './en/user.ts';
import { user as userInChinese } from './zh/user.ts';

const shown = { en: userInEnglish, zh: userInChinese };

it.each(languages)('the screen (%s) and the exported file have the same headings', (language) => {
  const columns: Record<string, ColumnDeclaration> = userList.columns;
  const inFiles = Object.fromEntries(Object.entries(columns).map(([id, { heading }]) => [id, heading[language]]));
  expect(inFiles).toEqual(shown[language].columns);
});
