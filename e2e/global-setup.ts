import { nodePath, Product } from './product/product.ts';
import { seedPeople } from './seed/run-seed.ts';

/** One product for all specs except those that break it. The returned function stops it. */
async function startSharedProduct(): Promise<() => Promise<void>> {
  const product = await Product.start();
  try {
    await seedPeople(nodePath(), product.databaseUrl);
  } catch (error) {
    await product.stop();
    throw error;
  }
  process.env.E2E_ORIGIN = product.origin;
  process.env.E2E_DATABASE_URL = product.databaseUrl;
  return () => product.stop();
}

// biome-ignore lint/style/noDefaultExport: the test runner takes the set-up from the default export
export default startSharedProduct;
