import { type ResourceDetailView, resourcePath } from '@lectern/contract/features/resource.ts';
import { listSummaryVersions } from '@lectern/contract/features/summary-change.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { Menu } from '../../../components/menu.tsx';
import { MenuItem, MenuSeparator } from '../../../components/menu-item.tsx';
import { summaryState } from '../../../components/summary/summary-state.tsx';
import type { Walk } from '../../../components/walk/walk.ts';
import { WalkButtons } from '../../../components/walk/walk-buttons.tsx';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { queryOf } from '../../../lib/queries.ts';
import { OutOfDateDialog } from '../deeds/out-of-date-dialog.tsx';
import { RegenerateDialog } from '../deeds/regenerate-dialog.tsx';
import { RejectDialog } from '../deeds/reject-dialog.tsx';
import { VersionsDialog } from './later-parts.ts';
import type { SummaryEdit } from './use-summary-edit.ts';
import type { SummaryMoves } from './use-summary-moves.ts';

type Props = { resource: ResourceDetailView; edit: SummaryEdit; moves: SummaryMoves; walk: Walk };

/** Where one is in the list, what it is, and what comes next. */
export function SummaryHeader({ resource, edit, moves, walk }: Props) {
  const { summary, textWork, detail } = useTexts();
  const [open, setOpen] = useState<'versions' | 'regenerate' | 'reject' | 'approve' | 'publish' | null>(null);
  const { view, unsaved, readOnly, busy } = edit;
  const versions = useQuery(queryOf(listSummaryVersions, { params: { id: view.id } }, { quiet: true })).data;
  const may = (move: (typeof view.moves)[number]) => view.moves.includes(move);
  const what = fillText(summary.one, { title: resource.title });
  const close = () => setOpen(null);
  // What was typed is saved with the text of now, and is up to date then.
  const asks = view.outOfDate !== null && !unsaved;
  const decide = (move: 'approve' | 'publish') => (asks ? setOpen(move) : void moves[move]());
  // Who decides sees what is decided about: not while somebody else types, nor beside a newer one.
  const decides = !readOnly || (!edit.lock.other && !edit.left.draft && !edit.newer);
  return (
    <div className="text-work-head">
      <WalkButtons walk={walk} />
      <h1 title={resource.title}>{resource.title}</h1>
      {summaryState(view.state)}
      <small>{view.number !== null && fillText(summary.version, { number: view.number })}</small>
      <div className="text-work-deeds">
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
