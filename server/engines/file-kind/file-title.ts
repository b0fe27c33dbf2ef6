/**
 * A readable title for a file name: `lecture_03-intro.pdf` becomes `Lecture 03 intro`. Names with spaces keep their
 * hyphens, and hyphens between digits stay, because they are dates.
 */
export function titleOfFile(fileName: string): string {
  const bare = fileName.replace(/\.[^.\s]{1,10}$/, '').trim();
  const decoded = bare.replaceAll('%20', ' ').normalize('NFC');
  const isSpaced = decoded.includes(' ');
  const words = decoded.replace(/_+/g, ' ').replace(isSpaced ? /$^/g : /(?<!\d)-+|-+(?!\d)/g, ' ');
  const title = words.replace(/\s+/g, ' ').trim();
  const capitalised = title.replace(/^\p{Ll}(?=\p{Ll}|\s|$)/u, (letter) => letter.toLocaleUpperCase('en'));
  return (capitalised || bare || fileName).slice(0, 300).toWellFormed();
}
