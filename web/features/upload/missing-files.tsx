import { Button } from '../../components/button.tsx';
import { chooseFiles } from '../../components/upload/choose-files.ts';
import { useDrop } from '../../components/upload/use-drop.ts';
import { useFormat } from '../../lib/format.ts';
import { fillText, useTexts } from '../../lib/i18n/use-texts.ts';
import { notify } from '../../lib/notifications.ts';
import type { UploadFile } from '../../lib/uploads.ts';
import { useUploads } from './uploads-context.ts';

/** After a reload: asks for the same files again, so that each can go on where it stopped. */
export function MissingFiles() {
  const { upload } = useTexts();
  const format = useFormat();
  const { engine } = useUploads();
  const take = (files: readonly UploadFile[]) => {
    if (files.length === 0) return;
    const others = engine.reunite(files);
    if (others.length === 0) return;
    const title = fillText(upload.notAmongThem, { count: format.number(others.length) });
    notify({ level: 'warning', title, text: upload.notAmongThemText });
  };
  const { over, handlers } = useDrop(take);
  return (
    <div className={over ? 'upload-missing upload-missing-over' : 'upload-missing'} {...handlers}>
      <p>{upload.missingText}</p>
      <div className="upload-missing-deeds">
        <Button size="small" icon="folder" onClick={() => void chooseFiles({ folder: true }).then(take)}>
          {upload.chooseFolder}
        </Button>
        <Button size="small" icon="document" onClick={() => void chooseFiles().then(take)}>
          {upload.chooseFiles}
        </Button>
      </div>
    </div>
  );
}
