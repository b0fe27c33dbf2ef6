const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** The texts of every element of this name; object stores answer with nothing that needs a parser of XML. */
export function textsIn(xml: string, name: string): string[] {
  const found = xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'));
  return Array.from(found, (match) => decode(match[1] ?? ''));
}

export function elementsIn(xml: string, name: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs')), (match) => match[1] ?? '');
}

export function textIn(xml: string, name: string): string | undefined {
  return textsIn(xml, name)[0];
}

function decode(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(\w+);/g, (entity, name: string) => entities[name] ?? entity);
}
