import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makePackage } from '../../server/engines/document-text/fixtures/make-package.ts';

const engines = path.join(import.meta.dirname, '../../server/engines');
/** “Welcome to the lecture on photosynthesis …” from second 1, “The second chapter explains gravity.” from second 15. */
export const lecture = path.join(engines, 'speech/fixtures/lecture.ogg');
/** An image with lines of English and Chinese text. */
export const sheet = path.join(engines, 'ocr/fixtures/sheet.png');

/** The lecture as a video, with a test pattern that encodes quickly. */
export function lectureClip(): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lectern-clip-'));
  try {
    const file = path.join(folder, 'clip.mp4');
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=5', '-i', lecture, '-shortest'];
    const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '5', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...picture, ...coding, '-movflags', '+faststart', file]);
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const office = 'urn:oasis:names:tc:opendocument:xmlns';

/** An OpenDocument presentation with one line of text per slide. */
export function slideDeck(slides: readonly string[]): Promise<Buffer> {
  const pages = slides.map(
    (text, at) =>
      `<draw:page draw:name="p${at}" draw:master-page-name="M"><draw:frame svg:x="2cm" svg:y="3cm" svg:width="22cm" svg:height="4cm"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`,
  );
  const spaces = ['office', 'drawing', 'text', 'style']
    .map((name) => `xmlns:${name === 'drawing' ? 'draw' : name}="${office}:${name}:1.0"`)
    .join(' ');
  const svg = `xmlns:svg="${office}:svg-compatible:1.0" xmlns:fo="${office}:xsl-fo-compatible:1.0"`;
  const type = 'application/vnd.oasis.opendocument.presentation';
  const entries = ['/', 'content.xml', 'styles.xml']
    .map((name) => {
      const media = name === '/' ? type : 'text/xml';
      return `<manifest:file-entry manifest:full-path="${name}" manifest:media-type="${media}"/>`;
    })
    .join('');
  return makePackage({
    mimetype: type,
    'content.xml': `<office:document-content ${spaces} ${svg} office:version="1.2"><office:body><office:presentation>${pages.join('')}</office:presentation></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles ${spaces} ${svg} office:version="1.2"><office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="28cm" fo:page-height="21cm"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="M" style:page-layout-name="L"/></office:master-styles></office:document-styles>`,
    'META-INF/manifest.xml': `<manifest:manifest xmlns:manifest="${office}:manifest:1.0" manifest:version="1.2">${entries}</manifest:manifest>`,
  });
}
