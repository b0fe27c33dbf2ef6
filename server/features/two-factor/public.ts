export type { TwoFactorService } from './two-factor.service.ts';
