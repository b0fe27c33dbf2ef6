/** How a part of Lectern's own puts an engine to work, such as “lectern-text 1”, and the bare count in “PP-OCR v4, 1”. */
const inner = /^(?:lectern-\S+ )?\d+$/;
/** What a distribution adds to a version, such as “-0+deb12u1”. */
const packaging = /(\d)-\d\S*/g;
const version = / \d+(?:\.\d+)+/g;

/** An engine with its version as people say it; what tells our own results apart stays in exports and logs. */
export function engineWords(engine: string): string {
  const said = engine.split(', ').filter((part) => !inner.test(part));
  return said.length === 0 ? engine : said.join(', ').replaceAll(packaging, '$1');
}

/** The engine alone, where many stand below each other. */
export function engineName(engine: string): string {
  return engineWords(engine).replaceAll(version, '');
}
