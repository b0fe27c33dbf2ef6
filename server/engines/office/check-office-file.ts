import { isCompoundFile } from '../file-kind/compound-file.ts';
import { detectKind } from '../file-kind/detect-kind.ts';
import { withFilePart } from '../file-kind/with-file-part.ts';
import { InspectionFailure } from '../inspection-failure.ts';

/** LibreOffice draws anything, random bytes too: what it is given must be what it is said to be. */
export function checkOfficeFile(file: string, format: string): Promise<void> {
  return withFilePart(file, async (part) => {
    const found = await detectKind(part, `document.${format}`);
    if (found.problem === 'empty') throw new InspectionFailure('The file is empty.', '', 'empty');
    if (found.problem === 'inflates') {
      throw new InspectionFailure('The file unpacks to more than is dealt with.', '', 'tooLarge');
    }
    if (found.problem || found.format.replace(/m$/, 'x') !== format.replace(/m$/, 'x')) {
      throw new InspectionFailure(
        `The file is damaged, or no ${format.toUpperCase()} file.`,
        found.problem ?? found.format,
      );
    }
    if (/^(docx|xlsx|pptx)$/.test(format) && isCompoundFile(await part.read(0, 512))) throw protectedFile();
  });
}

export function protectedFile(): InspectionFailure {
  return new InspectionFailure(
    'The document opens with a password only. Save it without one and upload it again.',
    '',
    'protected',
  );
}
