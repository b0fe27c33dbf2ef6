import { productVersion } from '../../platform/product-version.ts';

/** Who cuts subtitles: these rules themselves. */
export const cutEngine = `Lectern ${productVersion}`;
