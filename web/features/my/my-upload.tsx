import { UploadMenu } from '../../components/upload/upload-menu.tsx';
import { useMyLibrary } from './use-my-library.ts';

export function MyUpload() {
  const place = useMyLibrary();
  return place && <UploadMenu place={place} />;
}
