/** Gives whole lines of what arrives in pieces; a letter may be cut between two of them. */
export function splitLines(onLine: (line: string) => void): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    let bytes = Buffer.concat([rest, chunk]);
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10)) {
      onLine(bytes.toString('utf8', 0, end));
      bytes = bytes.subarray(end + 1);
    }
    rest = bytes;
  };
}
