import { createContext, use } from 'react';
import type { UploadEngine } from './engine/upload-engine.ts';

export type Uploads = { engine: UploadEngine; decide(id: string): void; report(id: string): void };
export const UploadsContext = createContext<Uploads | null>(null);

export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (!uploads) throw new Error('Uploads are asked for outside their tray');
  return uploads;
}
