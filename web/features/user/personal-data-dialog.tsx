import {
  type ErasurePreview,
  erasePersonalData,
  exportPersonalData,
  previewErasure,
} from '@lectern/contract/features/personal-data.ts';
import { getUser, listUsers, type UserRow } from '@lectern/contract/features/user.ts';
import { listUserActivity } from '@lectern/contract/features/user-detail.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Banner } from '../../components/banner.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel, QueryError } from '../../components/error-panel.tsx';
import { Icon } from '../../components/icon.tsx';
import { Skeleton, SkeletonRegion } from '../../components/skeleton.tsx';
import { SmallTable } from '../../components/small-table.tsx';
import { TextField } from '../../components/text-field.tsx';
import { addressOf } from '../../lib/callable.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import { queryOf, useMutationOf } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { closeUserDialog, userDialog } from './user-dialog.ts';
import '../../components/button.css';
import './personal-data-dialog.css';

export function PersonalDataDialog() {
  const open = useStore(userDialog);
  return open?.kind === 'personalData' ? <PersonalData key={open.user.id} user={open.user} /> : null;
}

/** Shows and exports the data kept about a person, and erases it after listing what goes and what must stay. */
function PersonalData({ user }: { user: UserRow }) {
  const { personalData } = useTexts();
  const preview = useQuery({
    ...queryOf(previewErasure, { params: { id: user.id } }, { quiet: true }),
    // Cached counts could differ from what would be erased.
    staleTime: 0,
    gcTime: 0,
  });
  const { data } = preview;
  return (
    <Dialog
      open
      className="personal-data"
      title={fillText(personalData.title, { name: user.name })}
      onClose={closeUserDialog}
    >
      <p>{personalData.lead}</p>
      {preview.error && <QueryError query={preview} />}
      {preview.isPending && (
        <SkeletonRegion>
          <Skeleton height={280} />
        </SkeletonRegion>
      )}
      {data && (
        <>
          {data.obstacle && <Banner tone="info">{personalData.obstacles[data.obstacle]}</Banner>}
          <div className="personal-data-export">
            <span>{personalData.exportText}</span>
            <a className="button" href={addressOf(exportPersonalData, { params: { id: user.id } })} download>
              <Icon name="download" />
              {personalData.exportLabel}
            </a>
          </div>
          <PersonalDataTables preview={data} />
          {!data.obstacle && <ErasePerson preview={data} />}
        </>
      )}
    </Dialog>
  );
}

function PersonalDataTables({ preview }: { preview: ErasurePreview }) {
  const { personalData } = useTexts();
  const format = useFormat();
  const { kinds, reasons, count, kind, why } = personalData;
  return (
    <div className="personal-data-tables">
      <SmallTable columns={[kind, { number: count }]} caption={<caption>{personalData.goes}</caption>}>
        {preview.goes.map((entry) => (
          <tr key={entry.kind} className={entry.count === 0 ? 'table-quiet' : undefined}>
            <td>{kinds[entry.kind]}</td>
            <td className="table-end">{format.number(entry.count)}</td>
          </tr>
        ))}
      </SmallTable>
      <SmallTable columns={[kind, why, { number: count }]} caption={<caption>{personalData.stays}</caption>}>
        {preview.stays.map((entry) => (
          <tr key={entry.kind} className={entry.count === 0 ? 'table-quiet' : undefined}>
            <td>{kinds[entry.kind]}</td>
            <td className="table-quiet">{reasons[entry.why]}</td>
            <td className="table-end">{format.number(entry.count)}</td>
          </tr>
        ))}
      </SmallTable>
    </div>
  );
}

/** Final confirmation: the name has to be typed, so that nobody is erased by accident. */
function ErasePerson({ preview }: { preview: ErasurePreview }) {
  const { personalData } = useTexts();
  const format = useFormat();
  const { person, stays } = preview;
  const [name, setName] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const erase = useMutationOf(erasePersonalData, { quiet: true, invalidates: [listUsers, getUser, listUserActivity] });
  const owned = stays.find(({ kind }) => kind === 'resources')?.count ?? 0;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isRight = name.trim() === person.name;
    setIsWrong(!isRight);
    if (!isRight || erase.isPending) return;
    erase.mutate(
      { params: { id: person.id }, body: { name: name.trim(), version: person.version } },
      {
        onSuccess: ({ name: erased }) => {
          notify({ level: 'success', title: fillText(personalData.erased, { name: person.name, erased }) });
          closeUserDialog();
        },
      },
    );
  };
  return (
    <form className="personal-data-erase" onSubmit={submit} noValidate>
      <h3>{personalData.eraseTitle}</h3>
      <p>{personalData.eraseText}</p>
      {owned > 0 && <p>{fillText(personalData.transferFirst, { count: format.number(owned) })}</p>}
      {erase.error && <ErrorPanel error={erase.error} title={personalData.notErased} />}
      <div className="personal-data-confirm">
        <TextField
          label={fillText(personalData.typeName, { name: person.name })}
          value={name}
          onChange={setName}
          autoComplete="off"
          maxLength={200}
          error={isWrong && name.trim() !== person.name ? personalData.wrongName : undefined}
        />
        <Button look="danger" submits busy={erase.isPending}>
          {personalData.eraseLabel}
        </Button>
      </div>
    </form>
  );
}
