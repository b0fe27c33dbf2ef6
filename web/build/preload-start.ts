import type { HtmlTagDescriptor, Plugin } from 'vite';

/**
 * The first script sets the theme and must block rendering, or a dark page would flash white. The bundler drops the
 * attribute, so it is added back here.
 */
const plainScript = '<script type="module"';
const paintingScript = `${plainScript} blocking="render"`;

/** Preloads the app's code and font while the browser still reads the small first script. */
export function preloadStart(): Plugin {
  return {
    name: 'lectern:preload-start',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === 'chunk');
        const program = chunks.find((chunk) => chunk.moduleIds.some((id) => id.endsWith('/app/bootstrap.tsx')));
        const font = files.find((file) => file.fileName.endsWith('.woff2'));
        if (!program || !font) throw new Error('The build has no program or no font to preload');
        const first = chunks.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName);
        const scripts = [program.fileName, ...program.imports]
          .filter((file) => !first.includes(file))
          .map((file) => link({ rel: 'modulepreload', file }));
        const fontLink = link({ rel: 'preload', as: 'font', type: 'font/woff2', file: font.fileName });
        return { html: html.replace(plainScript, paintingScript), tags: [...scripts, fontLink] };
      },
    },
  };
}

function link({ file, ...attrs }: { file: string; rel: string; as?: string; type?: string }): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true, href: `/${file}` }, injectTo: 'head' };
}
