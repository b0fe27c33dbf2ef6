export type { LibraryStatService } from './library-stat.service.ts';
