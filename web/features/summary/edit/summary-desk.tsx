import { type ResourceDetailView, resourcePath } from '@lectern/contract/features/resource.ts';
import { summaryNeighbours } from '@lectern/contract/features/summary.ts';
import { listSummaryVersions } from '@lectern/contract/features/summary-change.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Button, IconButton } from '../../../components/button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { targetOf, useEvidence, wordsAt } from '../../../components/summary/evidence-links.tsx';
import { summaryState } from '../../../components/summary/summary-state.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { createViewerLink, placeInAddress } from '../../../components/viewers/viewer-link.ts';
import { placeOf, type Walk } from '../../../components/walk/walk.ts';
import { useWalkKeys, WalkButtons } from '../../../components/walk/walk-buttons.tsx';
import { registerActions } from '../../../lib/actions.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { queryOf } from '../../../lib/queries.ts';
import { useStore } from '../../../lib/store.ts';
import { useLatest } from '../../../lib/use-latest.ts';
import { OutOfDateDialog, RegenerateDialog, RejectDialog } from '../decision-dialogs.tsx';
import { listHref, summaryHref } from '../summary-href.ts';
import type { OpenedProps, Shown } from './opened-props.ts';
import { SourcePane } from './source-pane.tsx';
import { SummaryNotices, VersionsDialog } from './summary-notices.tsx';
import { SummaryPanel } from './summary-panel.tsx';
import { type SummaryEdit, useSummaryEdit } from './use-summary-edit.ts';
import { type SummaryMoves, useSummaryMoves } from './use-summary-moves.ts';

/** Layout: header and notices above, the source beside the summary. */
export function SummaryDesk(props: OpenedProps) {
  const { view, resource } = props;
  const { searchStr } = useLocation();
  const [link] = useState(() => createViewerLink(placeInAddress(searchStr)));
  const walk = useSummaryWalk(view.id);
  const edit = useSummaryEdit(props);
  const moves = useSummaryMoves(edit);
  const keeping = useStore(edit.keeper.status);
  const { value } = useStore(edit.work.state);
  const quoteOf = useEvidence(view.id, view.current?.content);
  const [shown, setShown] = useState<Shown | null>(null);
  useWalkKeys(walk);
  useSummaryKeys(edit);
  const go = (next: Shown) => {
    setShown(next);
    link.goTo(targetOf(next.place, wordsAt(quoteOf(next.place), next.text)));
  };
  return (
    <div className="text-work summary-edit">
      <SummaryHeader resource={resource} edit={edit} moves={moves} walk={walk} />
      <SummaryNotices edit={edit} moves={moves} />
      <div className="summary-body">
        <SourcePane resource={resource} link={link} value={value} />
        <SummaryPanel resource={resource} edit={edit} link={link} shown={shown} quoteOf={quoteOf} onGo={go} />
      </div>
      {/* What is in the draft is not lost by leaving. */}
      <UnsavedGuard unsaved={edit.unsaved && keeping.state !== 'kept'} />
    </div>
  );
}

/** Shortcuts for save, undo and redo anywhere on the page. */
function useSummaryKeys(edit: SummaryEdit): void {
  const latest = useLatest(edit);
  useEffect(
    () =>
      registerActions([
        {
          id: 'summary.save',
          label: ({ summary }) => summary.save,
          group: 'view',
          keys: '$mod+s',
          run: () => latest.current.save(),
        },
        {
          id: 'summary.undo',
          label: ({ summary }) => summary.undo,
          icon: 'undo',
          group: 'view',
          keys: '$mod+z',
          run: () => {
            if (!latest.current.readOnly) latest.current.work.undo();
          },
        },
        {
          id: 'summary.redo',
          label: ({ summary }) => summary.redo,
          group: 'view',
          keys: '$mod+Shift+z',
          run: () => {
            if (!latest.current.readOnly) latest.current.work.redo();
          },
        },
      ]),
    [],
  );
}

type Props = { resource: ResourceDetailView; edit: SummaryEdit; moves: SummaryMoves; walk: Walk };

/** Header line: position in the list, title, state, and the next step. */
function SummaryHeader({ resource, edit, moves, walk }: Props) {
  const texts = useTexts();
  const { summary, textWork, detail } = texts;
  const [open, setOpen] = useState<'versions' | 'regenerate' | 'reject' | 'approve' | 'publish' | null>(null);
  const { view, unsaved, readOnly, busy } = edit;
  const versions = useQuery(queryOf(listSummaryVersions, { params: { id: view.id } }, { quiet: true })).data;
  const may = (move: (typeof view.moves)[number]) => view.moves.includes(move);
  const what = fillText(summary.one, { title: resource.title });
  const close = () => setOpen(null);
  // Saving unsaved edits brings the summary up to date, so only a saved one needs the question.
  const asks = view.outOfDate !== null && !unsaved;
  const decide = (move: 'approve' | 'publish') => (asks ? setOpen(move) : void moves[move]());
  // Decisions need a stable view: none while someone else edits, a draft is open or a newer result exists.
  const decides = !readOnly || (!edit.lock.other && !edit.left.draft && !edit.newer);
  return (
    <div className="text-work-head">
      <WalkButtons walk={walk} />
      <h1 title={resource.title}>{resource.title}</h1>
      {summaryState(view.state, texts)}
      <small>{view.number !== null && fillText(summary.version, { number: view.number })}</small>
      <div className="text-work-actions">
        {versions && versions.length > 0 && (
          <Button onClick={() => setOpen('versions')}>
            {summary.versions} <em>{versions.length}</em>
          </Button>
        )}
        <Menu
          label={detail.more}
          align="end"
          trigger={(props) => <IconButton icon="more" label={detail.more} {...props} />}
        >
          <MenuItem icon="document" onSelect={() => navigate(`${resourcePath(resource)}?tab=summary`)}>
            {textWork.openResource}
          </MenuItem>
          {(may('regenerate') || may('reopen') || may('unpublish')) && <MenuSeparator />}
          {may('regenerate') && (
            <MenuItem icon="refresh" onSelect={() => setOpen('regenerate')}>
              {summary.actions.regenerate}
            </MenuItem>
          )}
          {may('reopen') && decides && (
            <MenuItem icon="edit" onSelect={() => void moves.reopen()}>
              {summary.reopen}
            </MenuItem>
          )}
          {may('unpublish') && (
            <MenuItem icon="undo" onSelect={() => void moves.unpublish()}>
              {summary.actions.unpublish}
            </MenuItem>
          )}
        </Menu>
        {may('reject') && decides && !unsaved && (
          <Button icon="ban" onClick={() => setOpen('reject')}>
            {summary.actions.reject}
          </Button>
        )}
        {may('edit') && (
          <Button keys="$mod+s" disabled={!unsaved || readOnly} busy={busy && unsaved} onClick={() => void edit.save()}>
            {summary.save}
          </Button>
        )}
        {may('approve') && decides && (
          <Button look="primary" icon="check" busy={busy} onClick={() => decide('approve')}>
            {unsaved ? summary.saveApprove : summary.approveNow}
          </Button>
        )}
        {may('publish') && decides && !unsaved && (
          <Button look="primary" icon="send" busy={busy} onClick={() => decide('publish')}>
            {summary.publish}
          </Button>
        )}
      </div>
      {open === 'versions' && versions && (
        <VersionsDialog edit={edit} moves={moves} versions={versions} onClose={close} />
      )}
      {open === 'regenerate' && (
        <RegenerateDialog
          what={what}
          busy={busy}
          onRun={(options) => void moves.regenerate(options).then((done) => done && close())}
          onClose={close}
        />
      )}
      {(open === 'approve' || open === 'publish') && (
        <OutOfDateDialog
          move={open}
          title={resource.title}
          change={view.outOfDate}
          busy={busy}
          onRegenerate={() => void moves.regenerate({}).then((done) => done && close())}
          onAnyway={() => void moves[open]({ acceptOutOfDate: true }).then((done) => done && close())}
          onClose={close}
        />
      )}
      {open === 'reject' && (
        <RejectDialog
          what={what}
          busy={busy}
          onReject={(why) => void moves.reject(why).then((done) => done && close())}
          onClose={close}
        />
      )}
    </div>
  );
}

/** The previous and next summary in the list view. */
export function useSummaryWalk(id: string): Walk {
  const { searchStr } = useLocation();
  const view = new URLSearchParams(searchStr).get('view') ?? '';
  // An approval removes the summary from its tab, so the neighbours from before are kept.
  const { data } = useQuery({
    ...queryOf(summaryNeighbours, { params: { id }, query: { view } }, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return {
    previous: data?.previous ? summaryHref(data.previous.id, view) : null,
    next: data?.next ? summaryHref(data.next.id, view) : null,
    ...placeOf(data),
    list: listHref(view),
  };
}
