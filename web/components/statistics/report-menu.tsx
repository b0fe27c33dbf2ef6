import {
  deleteSavedReport,
  lastOfMonth,
  listSavedReports,
  type reportPages,
  type SavedReport,
} from '@lectern/contract/features/saved-report.ts';
import type { ReportTexts } from '@lectern/contract/messages/en/report.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { navigate } from '../../lib/navigation.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { Button } from '../button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { MenuItem, MenuSeparator } from '../menu-item.tsx';
import { Popover } from '../popover.tsx';
import { hourWords, type ReportDialogProps } from './report-dialog.tsx';
import { useStatAddress } from './use-stat-address.ts';

const ReportDialog = lazyPart<ReportDialogProps>(async () => (await import('./report-dialog.tsx')).ReportDialog);

type Props = { page: (typeof reportPages)[number] };

/** Menu of the page's saved reports: open, edit, delete, send by mail. */
export function ReportMenu({ page }: Props) {
  const { report: texts } = useTexts();
  const { pathname, params } = useStatAddress();
  const [dialog, setDialog] = useState<'save' | 'edit' | 'mail' | 'delete' | null>(null);
  // Destructured here and not in the menu: React Query re-renders only for properties read during this render.
  const { data, error, isPending, refetch } = useQuery(queryOf(listSavedReports, { query: { page } }, { quiet: true }));
  const reports = data ?? [];
  const remove = useMutationOf(deleteSavedReport, { invalidates: [listSavedReports] });
  const openedId = params.get('report');
  const opened = reports.find(({ id }) => id === openedId);
  const own = opened?.mine ? opened : undefined;
  const address = addressWithout(params);
  const changed = opened !== undefined && addressWithout(new URLSearchParams(opened.address)) !== address;
  const go = (report: SavedReport) => {
    const query = new URLSearchParams(report.address);
    query.set('report', report.id);
    navigate(`${pathname}?${query}`);
  };
  const close = () => setDialog(null);
  return (
    <>
      <Popover
        label={texts.label}
        role="menu"
        align="end"
        className="report-menu"
        trigger={(props) => (
          <Button {...props}>
            <span className="report-button-name" title={opened?.name}>
              {opened?.name ?? texts.label}
            </span>
            {changed && <small>{texts.changed}</small>} <span aria-hidden="true">▾</span>
          </Button>
        )}
      >
        {(shut) => {
          const choose = (next: typeof dialog) => () => {
            shut();
            setDialog(next);
          };
          return (
            <>
              {data?.length === 0 && <div className="menu-note">{texts.none}</div>}
              {isPending && <div className="menu-note">{texts.loading}</div>}
              {error && (
                <>
                  <div className="menu-note">{texts.failed}</div>
                  <MenuItem icon="refresh" keepsOpen onSelect={() => void refetch()}>
                    {texts.retry}
                  </MenuItem>
                </>
              )}
              {reports.map((report) => (
                <MenuItem
                  key={report.id}
                  checked={report.id === opened?.id}
                  {...(noteOf(report, texts) && { note: noteOf(report, texts) })}
                  onSelect={() => {
                    shut();
                    go(report);
                  }}
                >
                  {report.name}
                </MenuItem>
              ))}
              <MenuSeparator />
              <MenuItem icon="plus" onSelect={choose('save')}>
                {texts.saveAs}
              </MenuItem>
              {own && (
                <>
                  <MenuItem icon="edit" onSelect={choose('edit')}>
                    {fillText(changed ? texts.saveChanges : texts.edit, { name: own.name })}
                  </MenuItem>
                  <MenuItem icon="trash" look="danger" onSelect={choose('delete')}>
                    {fillText(texts.remove, { name: own.name })}
                  </MenuItem>
                </>
              )}
            </>
          );
        }}
      </Popover>
      <Button icon="send" onClick={() => setDialog('mail')}>
        {texts.byMail}
      </Button>
      {(dialog === 'save' || dialog === 'edit' || dialog === 'mail') && (
        <ReportDialog
          page={page}
          address={address}
          report={dialog === 'save' ? undefined : own}
          mails={dialog === 'mail'}
          onClose={close}
          onSaved={(report) => {
            close();
            notify({ level: 'success', title: texts.saved });
            go(report);
          }}
        />
      )}
      <ConfirmDialog
        open={dialog === 'delete' && own !== undefined}
        title={fillText(texts.removeTitle, { name: own?.name ?? '' })}
        confirmLabel={texts.removeConfirm}
        look="danger"
        busy={remove.isPending}
        onClose={close}
        onConfirm={() =>
          own &&
          remove.mutate(
            { params: { id: own.id } },
            {
              onSuccess: () => {
                close();
                notify({ level: 'success', title: texts.removed });
                navigate(address ? `${pathname}?${address}` : pathname);
              },
            },
          )
        }
      >
        {texts.removeText}
      </ConfirmDialog>
    </>
  );
}

function addressWithout(params: URLSearchParams): string {
  const kept = new URLSearchParams(params);
  kept.delete('report');
  kept.sort();
  return kept.toString();
}

function noteOf(report: SavedReport, texts: ReportTexts): string {
  if (!report.mine) return fillText(texts.by, { name: report.owner.name });
  const { mailed, mailedOn } = report;
  if (mailed === 'none') return '';
  const { weekday, monthDay } = mailedOn;
  return fillText(mailed === 'monthly' && monthDay === lastOfMonth ? texts.notes.lastDay : texts.notes[mailed], {
    hour: hourWords(mailedOn.hour),
    weekday: texts.weekdays[weekday as 1],
    day: String(monthDay),
  });
}
