import { type GlossaryTerm, listGlossary, updateGlossaryTerm } from '@lectern/contract/features/glossary.ts';
import { hasAbility } from '@lectern/contract/roles.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { type AskedTerm, TermDialogs } from '../../../components/glossary/term-dialogs.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { languageName } from '../../../components/work/work-words.ts';
import { replaceAll } from '../../../components/workbench/model/edits.ts';
import type { TextWork } from '../../../components/workbench/model/text-work.ts';
import { placeAt } from '../../../components/workbench/model/word-places.ts';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';
import { beginOperation } from '../../../lib/begin-operation.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { useLiveEvents } from '../../../lib/live-events.ts';
import { notify } from '../../../lib/notifications.ts';
import { isAnswerOf, queryOf, useMutationOf } from '../../../lib/queries.ts';
import './glossary.css';

/** Glossary of terms that machines get wrong: applied to future texts and, on request, to existing ones. */
export function GlossaryPanel() {
  const { work, language } = useWorkbench();
  const { textWork } = useTexts();
  const { glossary } = textWork;
  const me = useCurrentUser();
  const mayChange = hasAbility(me.roleId, 'editor');
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<AskedTerm | null>(null);
  const { data, error, isPending, isFetching, refetch } = useGlossary(search);
  const rows = data?.rows ?? [];
  return (
    <div className="glossary">
      <div className="glossary-head">
        <input
          className="field-input"
          type="search"
          value={search}
          placeholder={glossary.search}
          aria-label={glossary.search}
          onChange={({ target }) => setSearch(target.value)}
        />
        {mayChange && (
          <Button
            size="small"
            icon="plus"
            // Keeps the selection in the text.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => setOpen({ kind: 'edit', term: null, wrong: selectedWords(work) })}
          >
            {glossary.add}
          </Button>
        )}
      </div>
      {isPending && (
        <SkeletonRegion className="glossary-pending">
          <Skeleton height={18} />
          <Skeleton height={18} />
          <Skeleton height={18} />
        </SkeletonRegion>
      )}
      {error && !data && <ErrorPanel error={error} retrying={isFetching} onRetry={() => void refetch()} />}
      {data && rows.length === 0 && (
        <p className="speech-none">{search.trim() === '' ? glossary.empty : fillText(glossary.notFound, { search })}</p>
      )}
      {rows.length > 0 && (
        <ul className="speech-list">
          {rows.map((term) => (
            <TermRow
              key={term.id}
              term={term}
              mayChange={mayChange}
              onEdit={() => setOpen({ kind: 'edit', term, wrong: term.wrong })}
              onApply={() => setOpen({ kind: 'apply', term })}
            />
          ))}
        </ul>
      )}
      {data?.next && <p className="speech-none">{glossary.more}</p>}
      <TermDialogs asked={open} language={language} onAsk={setOpen} />
    </div>
  );
}

const edges = /^[\s\p{P}]+|[\s\p{P}]+$/gu;

/** The selected words, or the word at the caret, without surrounding punctuation. */
function selectedWords(work: TextWork): string {
  const here = work.here();
  const line = here && work.lineOf(here.key);
  if (!here || !line) return '';
  const selected = line.text.slice(here.from, here.to);
  const found = selected.trim() === '' ? (placeAt(line, here.from)?.word.text ?? '') : selected;
  return found.replace(edges, '').replace(/\s+/g, ' ').slice(0, 200);
}

/** Matching terms, most recently changed first. */
function useGlossary(search: string) {
  const client = useQueryClient();
  const wanted = useDeferredValue(search.trim());
  const query = useQuery({
    ...queryOf(listGlossary, { query: { search: wanted, size: '100' } }, { quiet: true }),
    placeholderData: (known) => known,
    retry: false,
  });
  useLiveEvents('operation', ({ operation }) => {
    if (operation.list !== 'glossary' || operation.finishedAt === null) return;
    void client.invalidateQueries({ predicate: isAnswerOf([listGlossary]) });
  });
  return query;
}

type Props = { term: GlossaryTerm; mayChange: boolean; onEdit: () => void; onApply: () => void };

/** One term, with actions to apply it here, everywhere, and in the future. */
function TermRow({ term, mayChange, onEdit, onApply }: Props) {
  const { work, readOnly } = useWorkbench();
  const { textWork } = useTexts();
  const { number } = useFormat();
  const { glossary } = textWork;
  const update = useMutationOf(updateGlossaryTerm, { invalidates: [listGlossary] });
  const { id, wrong, right, language, wholeWord, enabled, version } = term;
  const facts = [!enabled && glossary.states.off, language && languageName(language), !wholeWord && glossary.within];
  const applyHere = async () => {
    const count = await replaceAll(work, { query: wrong, wholeWord, matchCase: false }, right);
    const said = count === 0 ? glossary.appliedNone : glossary.applied;
    notify({ level: count === 0 ? 'info' : 'success', title: fillText(said, { count: number(count) }) });
  };
  const remove = () =>
    void beginOperation({
      list: 'glossary',
      action: 'delete',
      selection: { ids: [id] },
      count: 1,
    }).catch(() => undefined);
  return (
    <li className={enabled ? undefined : 'glossary-off'}>
      <span className="glossary-term" title={term.note}>
        <del>{wrong}</del> <span aria-hidden="true">→</span> <ins>{right}</ins>
        <small>{facts.filter(Boolean).join(' · ')}</small>
      </span>
      <Menu
        label={fillText(glossary.actionsFor, { wrong })}
        align="end"
        trigger={(props) => <IconButton icon="more" label={fillText(glossary.actionsFor, { wrong })} {...props} />}
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
