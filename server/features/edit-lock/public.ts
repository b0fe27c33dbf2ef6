export type { EditLockService } from './edit-lock.service.ts';
