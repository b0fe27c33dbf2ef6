import {
  deleteSensitivePack,
  listSensitivePacks,
  type packWordFates,
  type SensitivePack,
} from '@lectern/contract/features/sensitive-pack.ts';
import { listSensitiveWords } from '@lectern/contract/features/sensitive-word.ts';
import { useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { ChoiceField } from '../../../components/choice-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import { notify } from '../../../lib/notifications.ts';
import { useMutationOf } from '../../../lib/queries.ts';
import { askImpact, type ImpactOf } from '../impact/ask-impact.ts';

type Fate = (typeof packWordFates)[number];

/** What changes for its words: they stop being looked for, or begin to be where the pack held them back. */
function effectOf({ id, enabled, words }: SensitivePack, fate: Fate): ImpactOf | null {
  if (words === 0 || enabled === (fate === 'keep')) return null;
  return { pack: { id, enabled: fate === 'keep' } };
}

export function DeletePackDialog({ pack, onEnd }: { pack: SensitivePack; onEnd: () => void }) {
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
