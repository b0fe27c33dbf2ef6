/** An element of a document without its comments and instructions; names are without their prefix. */
export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string };

const limits = { depth: 100, elements: 100_000 } as const;
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads well-formed XML, as far as manifests need it. Declarations of types and entities are refused: they make whoever
 * reads them fetch or multiply things. Throws where something is open, crossed or cut off.
 */
export function parseXml(source: string): XmlElement {
  if (/<!(DOCTYPE|ENTITY)/i.test(source)) throw new Error('it declares a document type, which is not read');
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const open: XmlElement[] = [root];
  const token =
    /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<(\/?)([^\s/>]+)((?:[^>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)/y;
  let elements = 0;
  while (token.lastIndex < source.length) {
    const at = token.lastIndex;
    const found = token.exec(source);
    if (!found) throw new Error(`it is not well-formed at character ${at}`);
    const [, data, closing, name, attributes, selfClosing, text] = found;
    const here = open.at(-1) ?? root;
    if (data !== undefined) here.text += data;
    else if (text !== undefined) here.text += decode(text);
    else if (name !== undefined && closing) {
      if (open.length < 2 || here.name !== bare(name)) throw new Error(`</${name.slice(0, 60)}> closes nothing`);
      open.pop();
    } else if (name !== undefined) {
      elements += 1;
      if (elements > limits.elements || open.length > limits.depth) throw new Error('it is too large or too deep');
      const element = { name: bare(name), attributes: attributesOf(attributes ?? ''), children: [], text: '' };
      here.children.push(element);
      if (!selfClosing) open.push(element);
    }
  }
  if (open.length > 1) throw new Error(`<${open.at(-1)?.name ?? ''}> is never closed`);
  const [first] = root.children;
  if (!first) throw new Error('there is nothing in it');
  return first;
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

export function childOf(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>((at, name) => childrenOf(at, name)[0], element);
}

export function escapeXml(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these.
  const clean = text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '');
  return clean.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

const bare = (name: string) => name.slice(name.indexOf(':') + 1);

function attributesOf(text: string): Record<string, string> {
  const found = [...text.matchAll(/([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
  return Object.fromEntries(found.map(([, name = '', double, single]) => [bare(name), decode(double ?? single ?? '')]));
}

function decode(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|\w{1,10});/gi, (whole, entity: string) => {
    if (!entity.startsWith('#')) return named[entity] ?? whole;
    const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
