import type { Readable } from 'node:stream';
import type { Principal } from '../../platform/http/principal.ts';

type AttachmentFile = { title: string; name: string; contentType: string; sizeBytes: number; storeKey: string };

/** Files of the library as a mail may carry them: what the sender may read and the campus gets from the portal. */
export interface Attachments {
  find(principal: Principal, resourceId: string): Promise<AttachmentFile | undefined>;
  open(storeKey: string): Promise<Readable>;
}
