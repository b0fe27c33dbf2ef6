import type { Library } from '@lectern/contract/features/library.ts';
import { languageName } from '@lectern/contract/language.ts';
import { AppLink } from '../../components/app-link.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { countWords } from '../../components/list-page/count-words.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useLanguage, useTexts } from '../../lib/i18n/use-texts.ts';
import { libraryDialog } from './library-dialog.ts';

const almostFull = 0.9;

/** The library one is in: what it is, how full, and what looks after it. */
export function LibraryCard({ library, isOwn }: { library: Library; isOwn: boolean }) {
  const { library: texts } = useTexts();
  const format = useFormat();
  const language = useLanguage();
  const { id, kind, quotaBytes, usedBytes, description, defaultLanguage, mayAdd, mayManage } = library;
  const name = isOwn ? texts.mine : library.name;
  const share = quotaBytes && usedBytes !== null ? usedBytes / quotaBytes : 0;
  const count = fillText(texts.resources, { count: countWords(library.resources, format) });
  return (
    <section className="library-card" aria-label={name}>
      <div className="library-card-head">
        <strong title={name}>{name}</strong>
        {mayManage && (
          <IconButton
            icon="gear"
            label={fillText(texts.settingsTitle, { name })}
            onClick={() => libraryDialog.set({ kind: 'settings', library })}
          />
        )}
      </div>
      <p className="library-card-quiet">
        {texts.kinds[kind]} · {count}
      </p>
      {defaultLanguage && (
        <p className="library-card-quiet">
          {fillText(texts.languageIs, { language: languageName(defaultLanguage, language) })}
        </p>
      )}
      {description && <p className="library-card-text">{description}</p>}
      {quotaBytes !== null && usedBytes !== null && (
        <meter
          className="library-meter"
          aria-label={fillText(texts.usageLabel, { name })}
          min={0}
          max={1}
          high={almostFull}
          optimum={0}
          value={Math.min(1, share)}
        />
      )}
      {usedBytes !== null && (
        <p className="library-card-quiet">
          {quotaBytes === null
            ? fillText(texts.usageFree, { used: format.bytes(usedBytes) })
            : fillText(texts.usage, { used: format.bytes(usedBytes), quota: format.bytes(quotaBytes) })}
          {share >= almostFull && <b className="library-full"> · {texts.almostFull}</b>}
        </p>
      )}
      {!mayAdd && <p className="library-card-quiet">{texts.readOnly}</p>}
      <AppLink className="library-card-link" to={`/app/resource/library?library=${id}&duplicates=yes`}>
        {texts.duplicates}
      </AppLink>
    </section>
  );
}
