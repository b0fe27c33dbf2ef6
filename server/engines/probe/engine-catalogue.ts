/** A program that machine work needs, and how to check for it. */
export type EngineEntry = {
  name: string;
  command: string;
  /** Arguments that make it print its version or features and exit. */
  arguments: readonly string[];
  /** The first group is the version shown. No match means it is missing or unsuitable. */
  answer: RegExp;
  /** Debian packages that contain it. */
  packages: readonly string[];
};

export const engineCatalogue: readonly EngineEntry[] = [
  {
    name: 'FFmpeg',
    command: 'ffmpeg',
    arguments: ['-hide_banner', '-version'],
    answer: /^ffmpeg version (\S+)/,
    packages: ['ffmpeg'],
  },
  {
    name: 'ffprobe',
    command: 'ffprobe',
    arguments: ['-hide_banner', '-version'],
    answer: /^ffprobe version (\S+)/,
    packages: ['ffmpeg'],
  },
  {
    name: 'LibreOffice',
    command: 'soffice',
    arguments: ['--headless', '--version'],
    answer: /LibreOffice (\S+)/,
    packages: ['libreoffice-writer-nogui', 'libreoffice-calc-nogui', 'libreoffice-impress-nogui'],
  },
  {
    name: 'pdftotext',
    command: 'pdftotext',
    arguments: ['-v'],
    answer: /pdftotext version (\S+)/,
    packages: ['poppler-utils'],
  },
  {
    name: 'pdftoppm',
    command: 'pdftoppm',
    arguments: ['-v'],
    answer: /pdftoppm version (\S+)/,
    packages: ['poppler-utils'],
  },
  {
    name: 'CJK encodings',
    command: 'ls',
    arguments: ['/usr/share/poppler/cMap'],
    answer: /^(Adobe-GB\S+)/m,
    packages: ['poppler-data'],
  },
  {
    name: 'libheif',
    command: 'heif-convert',
    arguments: ['--help'],
    answer: /libheif version: (\S+)/,
    packages: ['libheif-examples'],
  },
  {
    name: 'bubblewrap',
    command: 'bwrap',
    arguments: ['--version'],
    answer: /bubblewrap (\S+)/,
    packages: ['bubblewrap'],
  },
  {
    name: 'CJK fonts',
    command: 'fc-list',
    arguments: [':lang=zh', 'family'],
    answer: /^([^,\n]+)/,
    packages: ['fonts-noto-cjk', 'fontconfig'],
  },
];

export function installCommand(packages: readonly string[]): string {
  return `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}`;
}
