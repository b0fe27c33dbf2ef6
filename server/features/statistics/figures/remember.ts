/** So many of each are remembered, unless somebody says otherwise. */
const remembered = 20;

/** What was made under that name, or is made now: for what takes long to find and is asked for again and again. */
export function remember<Value>(
  of: Map<string, Value>,
  name: string,
  make: () => Value,
  most: number = remembered,
): Value {
  const value = of.get(name) ?? make();
  const [oldest] = of.keys();
  if (oldest !== undefined && of.size >= most && !of.has(name)) of.delete(oldest);
  of.set(name, value);
  return value;
}
