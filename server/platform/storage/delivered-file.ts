export type DeliveredFile = {
  name: string;
  contentType: string;
  sizeBytes: number;
  sha256: Buffer;
  storedAt: Date;
  storeKey: string;
};
