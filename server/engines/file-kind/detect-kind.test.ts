import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { detectKind } from './detect-kind.ts';

function detect(content: string | Buffer, name: string) {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const read = async (start: number, length: number) => bytes.subarray(start, start + length);
  return detectKind({ sizeBytes: bytes.length, read }, name);
}

async function zip(parts: Record<string, string>): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(parts)) file.addBuffer(Buffer.from(content), name, { compress: false });
  file.end();
  return buffer(file.outputStream);
}

/** The smallest OLE compound file with a stream of this name. */
function compound(stream: string): Buffer {
  const bytes = Buffer.alloc(512 * 3);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.writeUInt32LE(0, 48);
  bytes.fill(0xff, 76, 512);
  bytes.writeUInt32LE(1, 76);
  bytes.write(stream, 512, 'utf16le');
  bytes.writeUInt16LE(stream.length * 2 + 2, 512 + 64);
  bytes.fill(0xff, 1_024);
  return bytes;
}

describe('the type of a file', () => {
  it.each([
    ['%PDF-1.7\n', 'a.pdf', 'pdf', 'document'],
    ['\xef\xbb\xbf%PDF-1.4', 'a.pdf', 'pdf', 'document'],
    ['{\\rtf1 x}', 'a.doc', 'rtf', 'document'],
    ['\0\0\0\x20ftypisom', 'a.mp4', 'mp4', 'video'],
    ['\0\0\0\x20ftypisom', 'a.m4a', 'm4a', 'audio'],
    ['\0\0\0\x20ftypM4A ', 'a.mp4', 'm4a', 'audio'],
    ['\0\0\0\x20ftypqt  ', 'a.mp4', 'mov', 'video'],
    ['\0\0\0\x20ftypheic', 'a.heic', 'heic', 'image'],
    ['\x1aE\xdf\xa3\x42\x82\x84webm', 'a.webm', 'webm', 'video'],
    ['\x1aE\xdf\xa3\x42\x82\x88matroska', 'a.mkv', 'mkv', 'video'],
    ['RIFF\0\0\0\0AVI LIST', 'a.avi', 'avi', 'video'],
    ['RIFF\0\0\0\0WAVEfmt ', 'a.wav', 'wav', 'audio'],
    ['RIFF\0\0\0\0WEBPVP8 ', 'a.png', 'webp', 'image'],
    ['ID3\x04\0\0\0\0\0\0', 'a.mp3', 'mp3', 'audio'],
    ['\xff\xfb\x90\x00', 'a.mp3', 'mp3', 'audio'],
    ['fLaC\0', 'a.flac', 'flac', 'audio'],
    ['OggS\0\x02\0\0\0\0OpusHead', 'a.ogg', 'opus', 'audio'],
    ['\x89PNG\r\n\x1a\n', 'a.jpg', 'png', 'image'],
    ['\xff\xd8\xff\xe0', 'a.jpeg', 'jpg', 'image'],
    ['GIF89a\x3d\0\x28\0\x80\0\0', 'a.gif', 'gif', 'image'],
    ['II*\0\x08\0\0\0', 'a.tif', 'tiff', 'image'],
    ['<!doctype html><p>x', 'a.htm', 'html', 'document'],
    ['a,b\n1,2\n', 'a.csv', 'csv', 'document'],
    ['\xff\xfeh\0i\0', 'a.txt', 'txt', 'document'],
    ['\xd6\xd0\xce\xc4', 'a.txt', 'txt', 'document'],
    ['WEBVTT\n\n00:00.000 --> 00:01.000\nx', 'a.vtt', 'vtt', 'document'],
    ['1\n00:00:00,000 --> 00:00:01,000\nx', 'a.srt', 'srt', 'document'],
  ])('is detected by its first bytes %j, not just by its name: %s is %s', async (content, name, format, kind) => {
    expect(await detect(content, name)).toMatchObject({ format, kind });
  });

  it.each([
    ['第一课　光合作用\r\n', 'a.txt', 'txt'],
    ['姓名\t分数\r\n李一\t90\r\n', 'a.csv', 'csv'],
    ['# 第一课\n', 'a.md', 'md'],
    ['<!doctype html><p>第一课</p>\n', 'a.html', 'html'],
    ['1\r\n00:00:00,000 --> 00:00:01,000\r\n第一课\r\n', 'a.srt', 'srt'],
    ['WEBVTT\n\n00:00.000 --> 00:01.000\n第一课\n', 'a.vtt', 'vtt'],
  ])('is text in UTF-16 too, with and without a byte order mark: %j', async (text, name, format) => {
    for (const marked of [text, `\ufeff${text}`]) {
      expect(await detect(Buffer.from(marked, 'utf16le'), name)).toMatchObject({ format });
      expect(await detect(Buffer.from(marked, 'utf16le').swap16(), name)).toMatchObject({ format });
    }
  });

  it.each([
    ['WordDocument', 'a.doc', 'doc'],
    ['Workbook', 'a.doc', 'xls'],
    ['PowerPoint Document', 'a.ppt', 'ppt'],
    ['EncryptedPackage', 'a.xlsx', 'xlsx'],
  ])('is detected by the stream %s of a compound file', async (stream, name, format) => {
    expect(await detect(compound(stream), name)).toMatchObject({ format });
  });

  it.each([
    [{ 'word/document.xml': '<x/>' }, 'docx'],
    [{ 'word/document.xml': '<x/>', 'word/vbaProject.bin': 'x' }, 'docm'],
    [{ 'xl/workbook.xml': '<x/>' }, 'xlsx'],
    [{ 'ppt/presentation.xml': '<x/>' }, 'pptx'],
    [{ mimetype: 'application/epub+zip' }, 'epub'],
    [{ mimetype: 'application/vnd.oasis.opendocument.text' }, 'odt'],
    [{ 'a.txt': 'x' }, 'zip'],
  ])('is detected by the parts %j of a package', async (parts, format) => {
    expect(await detect(await zip(parts), 'a.zip')).toMatchObject({ format });
  });
});

describe('a refused file', () => {
  it.each([
    ['', 'a.pdf', 'empty'],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg', 'refused'],
    ['#!/bin/sh\n', 'a.sh', 'refused'],
    ['MZ\x90\0\x03\0\0\0', 'a.pdf', 'refused'],
    ['\x1f\x8b\x08\0', 'a.svgz', 'refused'],
    ['GIF89a=1;/*', 'a.gif', 'refused'],
    ['<html>%PDF-1.4', 'a.pdf', 'differs'],
    ['#EXTM3U\n', 'a.mp4', 'differs'],
    ['<html></html>', 'a.vtt', 'differs'],
    ['\0\x01\x02\x03', 'a.txt', 'differs'],
    ['\xff\xfe\x01\0\x02\0\x03\0\x04\0', 'a.txt', 'differs'],
    ['BM6\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\xff\xff\xff\x7f\xff\xff\xff\x7f\x01\0\x18\0', 'a.bmp', 'damaged'],
    ['PK\x03\x04', 'a.docx', 'damaged'],
  ])('%j as %s: %s', async (content, name, problem) => {
    expect(await detect(content, name)).toMatchObject({ problem });
  });

  it('a cue of nothing but blanks, which some readers never finish', async () => {
    expect(await detect(`WEBVTT\n\n${' '.repeat(60_000)}-->`, 'a.vtt')).toMatchObject({ problem: 'differs' });
  });
});
