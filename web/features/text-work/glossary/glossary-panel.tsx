import { hasAbility } from '@lectern/contract/roles.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { type AskedTerm, TermDialogs } from '../../../components/glossary/term-dialogs.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { useWorkbench } from '../../../components/workbench/workbench-context.ts';
import { useCurrentUser } from '../../../lib/current-user.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { selectedWords } from './selected-words.ts';
import { TermRow } from './term-row.tsx';
import { useGlossary } from './use-glossary.ts';
import './glossary.css';

/** What the machine hears and what is meant: kept for all texts to come, and put into those that are there. */
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
            // The selection in the text stays what it is.
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
