import { apiBase } from '@lectern/contract/constants.ts';
import type { HomeEntry } from '@lectern/contract/features/home-page.ts';
import { uploadHomeCover } from '@lectern/contract/features/home-page-publication.ts';
import { useRef, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { call } from '../../../lib/api-client.ts';
import { useTexts } from '../../../lib/i18n/use-texts.ts';
import { Picture, signOf } from '../entry-picture.tsx';
import { askHome } from '../home-dialog.ts';
import type { HomeDeeds } from '../use-home-deeds.ts';

type Props = { entry: HomeEntry; mayManage: boolean; deeds: HomeDeeds };

/** The picture on the home page: the thing’s own, one of the library, or one from the person’s own computer. */
export function CoverField({ entry, mayManage, deeds }: Props) {
  const { homePage } = useTexts();
  const words = homePage.inspector;
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(false);
  const upload = async (file: File | undefined) => {
    if (!file) return;
    setBusy(true);
    setRefused(false);
    try {
      const { fileId } = await call(uploadHomeCover, { body: file }, { quiet: true });
      await deeds.cover(entry, { fileId });
    } catch {
      setRefused(true);
    }
    setBusy(false);
    if (input.current) input.current.value = '';
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would lay out its children on its own terms
    <div className="home-cover" role="group" aria-label={words.cover}>
      <span className="field-label">{words.cover}</span>
      <div className="home-cover-picture" data-own={entry.cover === null || undefined}>
        {entry.cover ? (
          <img src={apiBase + entry.cover} alt="" />
        ) : (
          <Picture sign={signOf(entry.source, entry.thing)} address={entry.thing?.thumbnail ?? null} look="card" />
        )}
      </div>
      <div className="home-cover-deeds">
        <small>{entry.cover ? words.coverOther : words.coverOwn}</small>
        {mayManage && (
          <>
            <Button size="small" icon="upload" busy={busy} onClick={() => input.current?.click()}>
              {words.coverUpload}
            </Button>
            <Button size="small" icon="image" onClick={() => askHome({ kind: 'cover', entry })}>
              {words.coverChoose}
            </Button>
            {entry.cover && (
              <Button
                size="small"
                look="quiet"
                onClick={() => void deeds.cover(entry, null).catch(() => setRefused(true))}
              >
                {words.coverRemove}
              </Button>
            )}
            <input
              ref={input}
              type="file"
              hidden
              aria-label={words.coverUpload}
              accept="image/png,image/jpeg,image/webp,image/gif"
              onChange={(event) => void upload(event.target.files?.[0])}
            />
          </>
        )}
        {refused && (
          <div className="field-help field-error" role="alert">
            {words.coverRefused}
          </div>
        )}
      </div>
    </div>
  );
}
