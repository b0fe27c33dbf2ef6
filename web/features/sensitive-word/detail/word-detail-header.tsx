import { type SensitiveWordRow, wordLimits } from '@lectern/contract/features/sensitive-word.ts';
import { Fragment } from 'react';
import { TitleField } from '../../../components/detail/title-field.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { severityMark } from '../../../components/sensitive/severity.tsx';
import { isOffered, type RowTarget } from '../../../lib/actions.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { wordActions } from '../word-actions.ts';
import { wordState } from '../word-state.tsx';
import type { WordSheetState } from './use-word-sheet.ts';

/** What the sheet itself shows needs no entry in its menu. */
const here = ['sensitiveWord.edit', 'sensitiveWord.history'];

type Props = { word: SensitiveWordRow; state: WordSheetState; close: string };

/** The word, how grave it is, whether it is looked for, and everything else one can do. */
export function WordDetailHeader({ word, state: { form, editable, save }, close }: Props) {
  const texts = useTexts();
  const { sensitiveWord } = texts;
  const me = useCurrentUser();
  const target: RowTarget<SensitiveWordRow> = {
    selection: { ids: [word.id] },
    count: 1,
    row: word,
    done: () => undefined,
  };
  const offered = wordActions.filter((action) => !here.includes(action.id) && isOffered(action, target, me));
  const run = (action: (typeof offered)[number]) => {
    // What is deleted can't be shown any longer.
    const done = () => action.id === 'sensitiveWord.delete' && navigate(close);
    void action.run({ ...target, done }, { navigate, user: me });
  };
  return (
    <>
      <TitleField
        label={sensitiveWord.form.text}
        value={form.values.text}
        error={form.problems.text}
        changed={form.changed.includes('text')}
        maxLength={wordLimits.characters}
        onChange={editable ? (value) => form.set('text', value) : undefined}
        onEnter={() => void save()}
      />
      {severityMark(word.severity)}
      {wordState(word, texts)}
      {offered.length > 0 && (
        <Menu
          label={fillText(sensitiveWord.detail.more, { text: word.text })}
          align="end"
          trigger={(props) => <IconButton {...props} icon="more" label={texts.detail.more} />}
        >
          {offered.map((action, at) => (
            <Fragment key={action.id}>
              {action.separated && at > 0 && <MenuSeparator />}
              <MenuItem
                look={action.look ?? 'plain'}
                {...(action.icon && { icon: action.icon })}
                onSelect={() => run(action)}
              >
                {action.label(texts)}
              </MenuItem>
            </Fragment>
          ))}
        </Menu>
      )}
    </>
  );
}
