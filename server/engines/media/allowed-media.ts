/** Demuxers of what people bring; none that opens other files or addresses. */
const allowedDemuxers = [
  'mov,mp4,m4a,3gp,3g2,mj2',
  'matroska,webm',
  'avi',
  'mpeg',
  'mpegvideo',
  'mpegts',
  'asf',
  'flv',
  'ogg',
  'mp3',
  'wav',
  'w64',
  'flac',
  'aac',
  'aiff',
  'bmp_pipe',
];

/** Decoders that are common and well looked after; what is rare is where the holes are. */
const allowedDecoders = [
  ...['h264', 'hevc', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'av1', 'libdav1d', 'mpeg4', 'mpeg2video', 'mpeg1video'],
  ...['mpegvideo', 'theora', 'mjpeg', 'prores', 'dnxhd', 'wmv1', 'wmv2', 'wmv3', 'vc1', 'flv', 'h263', 'dvvideo'],
  ...['msmpeg4v1', 'msmpeg4v2', 'msmpeg4', 'png', 'bmp'],
  ...[
    'aac',
    'aac_fixed',
    'aac_latm',
    'mp3',
    'mp3float',
    'mp2',
    'mp2float',
    'mp1',
    'mp1float',
    'ac3',
    'ac3_fixed',
    'eac3',
  ],
  ...['opus', 'libopus', 'vorbis', 'flac', 'alac', 'wmav1', 'wmav2', 'amrnb', 'amrwb', 'adpcm_ms', 'adpcm_ima_wav'],
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_f32le', 'pcm_f64le'],
  ...['pcm_u8', 'pcm_s8', 'pcm_alaw', 'pcm_mulaw'],
  ...['mov_text', 'subrip', 'srt', 'webvtt', 'ass', 'ssa'],
];

/** The codecs that these decoders read, as ffprobe names them. */
const codecs = new Set([...allowedDecoders, ...['flv1', 'msmpeg4v3', 'amr_nb', 'amr_wb']]);

export function isAllowedCodec(name: string): boolean {
  return codecs.has(name);
}

/** More is decoded by nobody: a frame of it would fill the memory. */
export const mostPixels = 40_000_000;

/** For every program of the family: no other protocol, demuxer or decoder, whatever a file asks for. */
export const guardedInput = [
  ...['-protocol_whitelist', 'file'],
  ...['-format_whitelist', allowedDemuxers.join(',')],
  ...['-codec_whitelist', allowedDecoders.join(',')],
];
