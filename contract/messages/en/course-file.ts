/** Course files: why one is refused or incomplete, and the pages of a Common Cartridge. */
export const courseFile = {
  flaws: {
    notJson: 'it’s neither JSON nor an archive.',
    wrongFormat: 'its format isn’t {format}.',
    wrongVersion: 'version {version} isn’t supported, only {versions}.',
    wrongField: '“{field}” is missing or invalid.',
    tooDeep: 'its chapters are nested too deeply.',
    empty: 'it contains no course.json or imsmanifest.xml.',
    unreadableManifest: 'its manifest can’t be read.',
    noManifest: 'imsmanifest.xml isn’t a valid manifest.',
    noCartridge: 'it isn’t a Common Cartridge.',
    endsBeforeStart: '“{title}” ends before it starts.',
  },
  noFile: 'File not found in Lectern or in the import',
  cartridge: {
    required: 'Required',
    optional: 'Optional',
    part: 'Clip',
    open: 'Open file',
  },
};

export type CourseFileTexts = typeof courseFile;
