/** Many short texts of code units in one typed array: two hundred thousand strings would cost ten times as much. */
export class PatternPool {
  units: Uint16Array = new Uint16Array(1 << 12);
  /** Pattern `k` is `units[starts[k] .. starts[k + 1])`. */
  starts: Int32Array = new Int32Array(1 << 10);
  count = 0;

  /** Adds a pattern and says its number. */
  add(source: ArrayLike<number>, from = 0, to = source.length): number {
    const start = this.starts[this.count] as number;
    const end = start + to - from;
    if (end > this.units.length) this.units = grown(this.units, Math.max(end, this.units.length * 2));
    if (this.count + 2 > this.starts.length) this.starts = grown(this.starts, this.starts.length * 2);
    for (let at = from; at < to; at += 1) this.units[start + at - from] = source[at] as number;
    this.starts[this.count + 1] = end;
    this.count += 1;
    return this.count - 1;
  }

  lengthOf(pattern: number): number {
    return (this.starts[pattern + 1] as number) - (this.starts[pattern] as number);
  }

  /** Gives back what was allocated in advance. */
  trim(): void {
    this.units = this.units.slice(0, this.starts[this.count]);
    this.starts = this.starts.slice(0, this.count + 1);
  }
}

export function grown<Numbers extends Uint8Array | Uint16Array | Int32Array>(
  numbers: Numbers,
  length: number,
): Numbers {
  const larger = new (numbers.constructor as new (length: number) => Numbers)(length);
  larger.set(numbers);
  return larger;
}
