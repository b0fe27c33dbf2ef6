import { type GlossaryTerm, listGlossary, updateGlossaryTerm } from '@lectern/contract/features/glossary.ts';
import { IconButton } from '../../../components/icon-button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { languageName } from '../../../components/work/work-words.ts';
import { replaceAll } from '../../../components/workbench/model/edits.ts';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';
import { beginOperation } from '../../../lib/begin-operation.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';

type Props = { term: GlossaryTerm; mayChange: boolean; onEdit: () => void; onApply: () => void };

/** One term, and what can be done with it: here, everywhere, and from now on. */
export function TermRow({ term, mayChange, onEdit, onApply }: Props) {
  const { work, readOnly } = useWorkbench();
  const { textWork } = useTexts();
  const { number } = useFormat();
  const { glossary } = textWork;
  const update = useMutationOf(updateGlossaryTerm, { invalidates: [listGlossary] });
  const { id, wrong, right, language, wholeWord, enabled, version } = term;
  const facts = [!enabled && glossary.off, language && languageName(language), !wholeWord && glossary.within];
  const applyHere = async () => {
    const count = await replaceAll(work, { query: wrong, wholeWord, matchCase: false }, right);
    const said = count === 1 ? glossary.appliedOne : count === 0 ? glossary.appliedNone : glossary.applied;
    notify({ level: count === 0 ? 'info' : 'success', title: fillText(said, { count: number(count) }) });
  };
  const remove = () =>
    void beginOperation({
      list: 'glossary',
      action: 'delete',
      selection: { ids: [id] },
      label: glossary.delete,
      count: 1,
    }).catch(() => undefined);
  return (
    <li className={enabled ? undefined : 'glossary-off'}>
      <span className="glossary-term" title={term.note}>
        <del>{wrong}</del> <span aria-hidden="true">→</span> <ins>{right}</ins>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <Menu
        label={fillText(glossary.deeds, { wrong })}
        align="end"
        trigger={(props) => <IconButton icon="more" label={fillText(glossary.deeds, { wrong })} {...props} />}
      >
        {!readOnly && (
          <MenuItem icon="check" onSelect={() => void applyHere()}>
            {glossary.applyHere}
          </MenuItem>
        )}
        {mayChange && (
          <>
            <MenuItem icon="operations" onSelect={onApply}>
              {glossary.applyAll}
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon="edit" onSelect={onEdit}>
              {glossary.edit}
            </MenuItem>
            <MenuItem
              icon={enabled ? 'ban' : 'done'}
              onSelect={() => update.mutate({ params: { id }, body: { enabled: !enabled, version } })}
            >
              {enabled ? glossary.disable : glossary.enable}
            </MenuItem>
            <MenuItem icon="trash" onSelect={remove}>
              {glossary.delete}
            </MenuItem>
          </>
        )}
      </Menu>
    </li>
  );
}
