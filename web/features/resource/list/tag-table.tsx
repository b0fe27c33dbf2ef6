import { resourceList } from '@lectern/contract/features/resource.ts';
import type { Tag } from '@lectern/contract/features/tag.ts';
import type { ReactNode } from 'react';
import { AppLink } from '../../../components/app-link.tsx';
import { IconButton } from '../../../components/icon-button.tsx';
import { countWords } from '../../../components/list-page/count-words.ts';
import { useFormat } from '../../../lib/format.ts';
import { fillText, useTexts } from '../../../lib/i18n/use-texts.ts';
import type { TagDeed } from './tag-deed.ts';
import '../../../components/table.css';

type Props = {
  tags: readonly Tag[];
  chosen: ReadonlySet<string>;
  /** Absent: one may only look. */
  onToggle: ((tag: Tag) => void) | undefined;
  onDeed: ((deed: TagDeed) => void) | undefined;
  /** What stands below the last one. */
  children?: ReactNode;
};

export function TagTable({ tags, chosen, onToggle, onDeed, children }: Props) {
  const { resourceDeeds } = useTexts();
  const words = resourceDeeds.tagManager;
  const format = useFormat();
  return (
    <div className="tag-manager-scroll">
      <table className="table tag-manager-table">
        <thead>
          <tr>
            {onToggle && <td />}
            <th scope="col">{words.name}</th>
            <th scope="col" className="tag-manager-count">
              {words.resources}
            </th>
            {onDeed && <td />}
          </tr>
        </thead>
        <tbody>
          {tags.map((tag) => (
            <tr key={tag.id}>
              {onToggle && (
                <td>
                  <input
                    type="checkbox"
                    className="grid-checkbox"
                    aria-label={fillText(words.choose, { name: tag.name })}
                    checked={chosen.has(tag.id)}
                    onChange={() => onToggle(tag)}
                  />
                </td>
              )}
              <td className="table-strong">{tag.name}</td>
              <td className="tag-manager-count">
                <AppLink
                  to={`${resourceList.page}?tag=${tag.id}`}
                  aria-label={`${fillText(words.show, { name: tag.name })}: ${countWords(tag.resources, format)}`}
                >
                  {countWords(tag.resources, format)}
                </AppLink>
              </td>
              {onDeed && (
                <td className="tag-manager-deeds">
                  <IconButton
                    icon="edit"
                    label={fillText(words.renameOf, { name: tag.name })}
                    onClick={() => onDeed({ kind: 'rename', tag })}
                  />
                  <IconButton
                    icon="trash"
                    label={fillText(words.deleteOf, { name: tag.name })}
                    onClick={() => onDeed({ kind: 'delete', tag })}
                  />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}
