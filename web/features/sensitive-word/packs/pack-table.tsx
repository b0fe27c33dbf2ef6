import type { SensitivePack } from '@lectern/contract/features/sensitive-pack.ts';
import { sensitiveWordList } from '@lectern/contract/features/sensitive-word.ts';
import { AppLink } from '../../../components/app-link.tsx';
import { IconButton } from '../../../components/button.tsx';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import '../../../components/switch.css';
import '../../../components/table.css';

export type PackDeed = { kind: 'edit' | 'delete'; pack: SensitivePack };

type Props = {
  packs: readonly SensitivePack[];
  /** The one that is being switched. */
  switching: string | null;
  onSwitch: (pack: SensitivePack) => void;
  onDeed: (deed: PackDeed) => void;
};

export function PackTable({ packs, switching, onSwitch, onDeed }: Props) {
  const { sensitiveTools, sensitiveWord } = useTexts();
  const texts = sensitiveTools.packs;
  const { number } = useFormat();
  return (
    <div className="packs-scroll">
      <table className="table packs-table">
        <thead>
          <tr>
            <th scope="col">{texts.name}</th>
            <th scope="col" className="table-end">
              {texts.words}
            </th>
            <td />
            <td />
          </tr>
        </thead>
        <tbody>
          {packs.map((pack) => (
            <tr key={pack.id} data-off={!pack.enabled || undefined}>
              <td>
                <span className="table-strong">{pack.name}</span>
                {pack.description && <small>{pack.description}</small>}
              </td>
              <td className="table-end">
                <AppLink
                  to={`${sensitiveWordList.page}?${new URLSearchParams({ pack: pack.name })}`}
                  aria-label={`${fillText(texts.wordsOf, { name: pack.name })}: ${number(pack.words)}`}
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
              <td className="table-end packs-deeds">
                <IconButton
                  icon="edit"
                  label={fillText(texts.editOf, { name: pack.name })}
                  onClick={() => onDeed({ kind: 'edit', pack })}
                />
                <IconButton
                  icon="trash"
                  label={fillText(texts.deleteOf, { name: pack.name })}
                  onClick={() => onDeed({ kind: 'delete', pack })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
