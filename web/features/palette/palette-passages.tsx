import { placeQuery, resourcePath } from '@lectern/contract/features/resource.ts';
import type { PassageGroup } from '@lectern/contract/features/search.ts';
import type { Route } from '@lectern/contract/routes.ts';
import { Command } from 'cmdk';
import { Icon } from '../../components/icon.tsx';
import { markedPassage, placeWords } from '../../components/resource/passage.tsx';
import { KindIcon } from '../../components/resource/thumbnail.tsx';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import type { Found } from './use-found.ts';

type Props = { found: Found<PassageGroup>; text: string; listPage: Route | undefined; onGo: (path: string) => void };

/** Pieces of text that were found, under their resources; choosing one opens its page, second or box. */
export function PalettePassages({ found, text, listPage, onGo }: Props) {
  const { palette, routes } = useTexts();
  const { hits: groups, offered, searching, failed } = found;
  if (!offered) return null;
  const wanted = text.trim();
  return (
    <>
      {groups.map((group) => (
        <PassagesOf key={group.id} group={group} onGo={onGo} />
      ))}
      {searching && groups.length === 0 && <div className="palette-quiet">{palette.searchingTexts}</div>}
      {failed && <div className="palette-quiet">{palette.textsFailed}</div>}
      {groups.length > 0 && listPage && (
        <Command.Item
          value="passage.all"
          onSelect={() => onGo(`${listPage.path}?contains=${encodeURIComponent(wanted)}`)}
        >
          <Icon name="search" />
          <span className="palette-label">
            {fillText(palette.searchTexts, { text: wanted, page: routes[listPage.id] })}
          </span>
          <span className="palette-note" />
        </Command.Item>
      )}
    </>
  );
}

function PassagesOf({ group, onGo }: { group: PassageGroup; onGo: (path: string) => void }) {
  const texts = useTexts();
  const format = useFormat();
  const heading = (
    <span className="palette-resource">
      <b>{group.title}</b> {fillText(texts.palette.inText, { kind: texts.resource.kinds[group.kind] })}
    </span>
  );
  return (
    <Command.Group heading={heading}>
      {group.passages.map((passage) => {
        const place = placeQuery(group.kind, passage);
        const key = `${group.id} ${place} ${passage.text}`;
        return (
          <Command.Item
            key={key}
            value={`passage.${key}`}
            onSelect={() => onGo(`${resourcePath(group)}${place && `?${place}`}`)}
          >
            <KindIcon kind={group.kind} />
            <span className="palette-passage">{markedPassage(passage)}</span>
            <span className="palette-place">{placeWords(passage, texts, format)}</span>
          </Command.Item>
        );
      })}
    </Command.Group>
  );
}
