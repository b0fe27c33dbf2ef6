import { useTexts } from '../../lib/i18n/use-texts.ts';
import { startUpload } from '../../lib/uploads.ts';
import { Button } from '../button.tsx';
import { Icon } from '../icon.tsx';
import { Menu } from '../menu.tsx';
import { MenuItem } from '../menu-item.tsx';
import type { UploadPlace } from './drop-area.tsx';
import { chooseFiles } from './use-drop.ts';

type Props = { place: UploadPlace; look?: 'primary' | 'plain'; children?: React.ReactNode };

/** Upload button for files, a folder or an archive. */
export function UploadMenu({ place, look = 'primary', children }: Props) {
  const { upload } = useTexts();
  const bring = async (options: Parameters<typeof chooseFiles>[0], asksDetails = false) => {
    const files = await chooseFiles(options);
    startUpload({ files, libraryId: place.libraryId, folderId: place.folderId, asksDetails });
  };
  return (
    <Menu
      label={upload.upload}
      align="end"
      trigger={(props) => (
        <Button look={look} icon="upload" {...props}>
          {upload.upload}
          <Icon name="chevronDown" />
        </Button>
      )}
    >
      <MenuItem icon="document" onSelect={() => void bring({})}>
        {upload.uploadFiles}
      </MenuItem>
      <MenuItem icon="folder" onSelect={() => void bring({ folder: true })}>
        {upload.uploadFolder}
      </MenuItem>
      <MenuItem icon="operations" onSelect={() => void bring({ accept: '.zip' })}>
        {upload.uploadArchive}
      </MenuItem>
      <MenuItem icon="edit" onSelect={() => void bring({}, true)}>
        {upload.uploadDescribed}
      </MenuItem>
      {children}
    </Menu>
  );
}
