import type { UploadFile } from '../../lib/uploads.ts';
import { inOrder, isJunk } from './read-dropped.ts';

/** Lets the person choose files, or a folder with all that is in it. Nothing comes back when they think better of it. */
export function chooseFiles({ folder = false, accept = '', many = true } = {}): Promise<UploadFile[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = many;
  input.accept = accept;
  input.webkitdirectory = folder;
  input.hidden = true;
  // Some browsers forget an input that is not part of the page.
  document.body.append(input);
  return new Promise((resolve) => {
    const end = (files: UploadFile[]) => {
      input.remove();
      resolve(files);
    };
    input.addEventListener('cancel', () => end([]));
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])].filter(({ name }) => !isJunk(name));
      end(inOrder(files.map((file) => ({ file, relativePath: folderOf(file.webkitRelativePath) }))));
    });
    input.click();
  });
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
