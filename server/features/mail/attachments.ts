import type { Readable } from 'node:stream';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Principal } from '../../platform/http/principal.ts';
import type { FileStore } from '../../platform/storage/file-store.ts';
import type { DeliveryService } from '../delivery/public.ts';
import { findReadable } from '../resource/public.ts';

type AttachmentFile = { title: string; name: string; contentType: string; sizeBytes: number; storeKey: string };

/**
 * Library files that a mail may carry: readable by the sender, with content as campus visitors get it from the portal.
 */
export interface Attachments {
  find(principal: Principal, resourceId: string): Promise<AttachmentFile | undefined>;
  open(storeKey: string): Promise<Readable>;
}

type Dependencies = { db: Db; fileStore: FileStore; deliveries: Pick<DeliveryService, 'version'> };

/** Attachments are what campus readers would get from the portal, even if the sender sees more. */
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
