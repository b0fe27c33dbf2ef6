import type { Readable } from 'node:stream';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import type { DeliveryService } from '../delivery/public.ts';
import { findReadable } from '../resource/public.ts';

type AttachmentFile = { title: string; name: string; contentType: string; sizeBytes: number; storeKey: string };

/** Files of the library as a mail may carry them: what the sender may read and the campus gets from the portal. */
export interface Attachments {
  find(principal: Principal, resourceId: string): Promise<AttachmentFile | undefined>;
  open(storeKey: string): Promise<Readable>;
}

type Dependencies = { db: Db; fileStore: FileStore; deliveries: Pick<DeliveryService, 'version'> };

/** A mail carries what its readers, who belong to the campus, would get from the portal, regardless of the sender. */
export function libraryFiles({ db, fileStore, deliveries }: Dependencies): Attachments {
  return {
    async find(principal, resourceId) {
      try {
        const { title, version_id: versionId } = await findReadable(db, principal, resourceId);
        const file = await deliveries.version(principal, { resourceId, versionId });
        const { name, contentType, sizeBytes, storeKey } = file;
        return { title, name, contentType, sizeBytes, storeKey };
      } catch (error) {
        if (error instanceof AppError) return undefined;
        throw error;
      }
    },
    open: async (storeKey) => (await fileStore.open(storeKey)).stream,
  };
}
