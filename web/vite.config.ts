import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { gatherParts, pdfParts } from './build/gather-parts.ts';
import { precompress } from './build/precompress.ts';
import { preloadStart } from './build/preload-start.ts';

const apiOrigin = process.env.LECTERN_API_ORIGIN ?? 'http://127.0.0.1:8080';
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadStart(), pdfParts(), precompress()],
  define: { 'import.meta.env.VITE_LECTERN_VERSION': JSON.stringify(version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // Browsers since spring 2024; for older ones the build would add fallback rules that no style here needs.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Inlined files would need a looser content security policy, and small ones compress well enough.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: /web\/(styles\/\w+|lib\/notification-host)\.css$/ },
            // Styles of the shell, lists and small components shared by nearly every page: one file compresses far
            // better than twenty.
            {
              name: 'components',
              test: /web\/(components|components\/(list-page|data-grid|upload)|app\/shell|features\/(later|my|notification|operation|palette))\/(?!card|choice|fact|form-dialog|page-body|qr)[\w-]+\.css$|components\/resource\/(thumbnail|resource-link|list\/resource-list|tag-chips|file-drop)\.css$/,
            },
            // The list of languages changes as rarely as React and would otherwise be a request of its own.
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|contract\/language\.ts$/ },
            // Router, query cache, tables and schemas, which only the app behind the login needs.
            { name: 'libraries', test: /node_modules\/(zod|@tanstack)\/(?!react-virtual|virtual-core)/ },
            { name: gatherParts(), debugName: 'parts', test: /\.m?[jt]sx?$/, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: Object.fromEntries(['/api', '/__serverLoader'].map((path) => [path, { target: apiOrigin }])),
  },
});
