import {
  createSensitivePack,
  deleteSensitivePack,
  listSensitivePacks,
  type packWordFates,
  type SensitivePack,
  updateSensitivePack,
} from '@lectern/contract/features/sensitive-pack.ts';
import { listSensitiveWords, sensitiveWordList } from '@lectern/contract/features/sensitive-word.ts';
import { useState } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { QueryError } from '../../../components/error-panel.tsx';
import { fieldErrorsOf } from '../../../components/field.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { Skeleton, SkeletonRegion } from '../../../components/skeleton.tsx';
import { SmallTable } from '../../../components/small-table.tsx';
import { TextareaField, TextField } from '../../../components/text-field.tsx';
import { useFormat } from '../../../lib/format.ts';
import { labelled } from '../../../lib/i18n/punctuation.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { navigate } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { panelHref } from '../panels.ts';
import { askImpact, type ImpactOf } from '../trial/ask-impact.ts';
import { usePacks } from '../use-packs.ts';
import './packs.css';
import '../../../components/switch.css';

/** All packs, with actions to create, rename, switch on or off, and delete them. */
export function PacksPanel() {
  const texts = useTexts().sensitiveTools.packs;
  const packs = usePacks();
  const [action, setAction] = useState<PackAction | { kind: 'create' } | null>(null);
  const [switching, setSwitching] = useState<string | null>(null);
  const update = useMutationOf(updateSensitivePack, { invalidates: [listSensitivePacks, listSensitiveWords] });
  const rows = packs.data;
  const turn = async ({ id, enabled, version, name }: SensitivePack) => {
    if (switching) return;
    setSwitching(id);
    try {
      const body = { enabled: !enabled, version };
      if (!(await askImpact({ of: { pack: { id, enabled: !enabled } } }))) return;
      await update.mutateAsync({ params: { id }, body });
      notify({ level: 'success', title: fillText(enabled ? texts.switchedOff : texts.switchedOn, { name }) });
    } catch {
      // The shared failure handler reports the error; refetch, because someone else may have changed the pack first.
      void packs.refetch();
    } finally {
      setSwitching(null);
    }
  };
  const end = () => setAction(null);
  const footer = (
    <Button look="primary" icon="plus" onClick={() => setAction({ kind: 'create' })}>
      {texts.create}
    </Button>
  );
  return (
    <Dialog open className="packs-panel" title={texts.title} onClose={() => navigate(panelHref(null))} footer={footer}>
      <p>{texts.text}</p>
      {packs.error && <QueryError query={packs} keepsOld={rows !== undefined} />}
      {packs.isPending && (
        <SkeletonRegion>
          <Skeleton height={120} />
        </SkeletonRegion>
      )}
      {rows?.length === 0 && (
        <EmptyState icon="folder" title={texts.emptyTitle}>
          {texts.emptyText}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <PackTable packs={rows} switching={switching} onSwitch={(pack) => void turn(pack)} onAction={setAction} />
      )}
      {action?.kind === 'create' && <PackFormDialog onEnd={end} />}
      {action?.kind === 'edit' && <PackFormDialog pack={action.pack} onEnd={end} />}
      {action?.kind === 'delete' && <DeletePackDialog pack={action.pack} onEnd={end} />}
    </Dialog>
  );
}

type Fate = (typeof packWordFates)[number];

/** Effect on the pack's words: they stop being searched for, or start if the disabled pack held them back. */
function effectOf({ id, enabled, words }: SensitivePack, fate: Fate): ImpactOf | null {
  if (words === 0 || enabled === (fate === 'keep')) return null;
  return { pack: { id, enabled: fate === 'keep' } };
}

function DeletePackDialog({ pack, onEnd }: { pack: SensitivePack; onEnd: () => void }) {
  const { sensitiveTools, words } = useTexts();
  const texts = sensitiveTools.packs;
  const { number } = useFormat();
  const [fate, setFate] = useState<Fate>('keep');
  const [weighing, setWeighing] = useState(false);
  const remove = useMutationOf(deleteSensitivePack, { invalidates: [listSensitivePacks, listSensitiveWords] });
  const confirm = async () => {
    const of = effectOf(pack, fate);
    setWeighing(true);
    const goOn = of === null || (await askImpact({ of, label: texts.delete }));
    setWeighing(false);
    if (!goOn) return;
    remove.mutate(
      { params: { id: pack.id }, body: { words: fate, version: pack.version } },
      {
        onSuccess: () => {
          notify({ level: 'success', title: fillText(texts.deleted, { name: pack.name }) });
          onEnd();
        },
      },
    );
  };
  const footer = (
    <>
      <Button data-first-focus onClick={onEnd}>
        {words.cancel}
      </Button>
      <Button look="danger" busy={weighing || remove.isPending} onClick={() => void confirm()}>
        {texts.delete}
      </Button>
    </>
  );
  return (
    <Dialog open title={fillText(texts.deleteTitle, { name: pack.name })} onClose={onEnd} footer={footer}>
      <p>{texts.deleteText}</p>
      {pack.words > 0 && (
        <ChoiceField
          label={fillText(texts.fate, { count: number(pack.words) })}
          value={fate}
          options={(['keep', 'delete'] as const).map((value) => ({ value, label: texts.fates[value] }))}
          onChange={setFate}
        />
      )}
    </Dialog>
  );
}

const settings = { invalidates: [listSensitivePacks, listSensitiveWords], quiet: true };

/** Creates or renames a pack. */
function PackFormDialog({ pack, onEnd }: { pack?: SensitivePack; onEnd: () => void }) {
  const { sensitiveTools, words } = useTexts();
  const texts = sensitiveTools.packs;
  const [name, setName] = useState(pack?.name ?? '');
  const [description, setDescription] = useState(pack?.description ?? '');
  const [isSent, setSent] = useState(false);
  const create = useMutationOf(createSensitivePack, { ...settings, idempotent: true });
  const update = useMutationOf(updateSensitivePack, settings);
  const error = pack ? update.error : create.error;
  const problems: Record<string, string> = error ? fieldErrorsOf(error) : {};
  const nameError = error?.code === 'nameTaken' ? texts.taken : problems.name;
  const submit = () => {
    setSent(true);
    const body = { name: name.trim(), description: description.trim() };
    if (!body.name) return;
    const onSuccess = (saved: SensitivePack) => {
      notify({ level: 'success', title: fillText(texts.saved, { name: saved.name }) });
      onEnd();
    };
    if (pack) update.mutate({ params: { id: pack.id }, body: { ...body, version: pack.version } }, { onSuccess });
    else create.mutate({ body }, { onSuccess });
  };
  return (
    <FormDialog
      title={pack ? texts.editTitle : texts.createTitle}
      confirmLabel={texts.save}
      busy={create.isPending || update.isPending}
      error={error && !nameError ? error : null}
      errorTitle={texts.notSaved}
      onConfirm={submit}
      onClose={onEnd}
    >
      <TextField
        label={texts.name}
        value={name}
        maxLength={100}
        autoComplete="off"
        error={nameError ?? (isSent && !name.trim() ? words.required : undefined)}
        data-first-focus
        onChange={(value) => {
          setName(value);
          create.reset();
          update.reset();
        }}
      />
      <TextareaField label={texts.description} value={description} maxLength={1000} onChange={setDescription} />
    </FormDialog>
  );
}

type PackAction = { kind: 'edit' | 'delete'; pack: SensitivePack };

type Props = {
  packs: readonly SensitivePack[];
  /** Id of the pack being switched on or off. */
  switching: string | null;
  onSwitch: (pack: SensitivePack) => void;
  onAction: (action: PackAction) => void;
};

function PackTable({ packs, switching, onSwitch, onAction }: Props) {
  const { sensitiveTools, sensitiveWord } = useTexts();
  const texts = sensitiveTools.packs;
  const { number } = useFormat();
  return (
    <div className="packs-scroll">
      <SmallTable parentScrolls columns={[texts.name, { number: texts.words }, null, null]} className="packs-table">
        {packs.map((pack) => (
          <tr key={pack.id} data-off={!pack.enabled || undefined}>
            <td>
              <span className="table-strong">{pack.name}</span>
              {pack.description && <small>{pack.description}</small>}
            </td>
            <td className="table-end">
              <AppLink
                to={`${sensitiveWordList.page}?${new URLSearchParams({ pack: pack.name })}`}
                aria-label={labelled(fillText(texts.wordsOf, { name: pack.name }), number(pack.words))}
              >
                {number(pack.words)}
              </AppLink>
              {pack.enabledWords < pack.words && (
                <small>{fillText(texts.someOff, { on: number(pack.enabledWords), count: number(pack.words) })}</small>
              )}
            </td>
            <td className="packs-switch">
              <button
                type="button"
                role="switch"
                className="switch-control"
                aria-checked={pack.enabled}
                aria-label={fillText(texts.switchOf, { name: pack.name })}
                aria-busy={switching === pack.id || undefined}
                onClick={() => onSwitch(pack)}
              >
                <span className="switch-track" aria-hidden="true" />
                {pack.enabled ? sensitiveWord.states.on : sensitiveWord.states.off}
              </button>
            </td>
            <td className="table-end packs-actions">
              <IconButton
                icon="edit"
                label={fillText(texts.editOf, { name: pack.name })}
                onClick={() => onAction({ kind: 'edit', pack })}
              />
              <IconButton
                icon="trash"
                label={fillText(texts.deleteOf, { name: pack.name })}
                onClick={() => onAction({ kind: 'delete', pack })}
              />
            </td>
          </tr>
        ))}
      </SmallTable>
    </div>
  );
}
