import type { Words } from '../language.ts';
import type { CueProblemKind } from '../subtitle/check-cues.ts';
import type { CueChange } from '../subtitle/diff-cues.ts';
import type { SubtitleError } from '../subtitle/subtitle-error.ts';
import type { SubtitleMove, SubtitleOrigin, SubtitleState } from './subtitle.ts';

export const subtitleStateWords: Record<SubtitleState, Words> = {
  auto: { en: 'Auto', zh: '自动生成' },
  edited: { en: 'Edited', zh: '已编辑' },
  checked: { en: 'Checked', zh: '已校对' },
  published: { en: 'Published', zh: '已发布' },
};

export const subtitleOriginWords: Record<SubtitleOrigin, Words> = {
  machine: { en: 'Machine', zh: '机器' },
  edited: { en: 'Edited', zh: '编辑' },
  imported: { en: 'Imported', zh: '导入' },
  translated: { en: 'Translated', zh: '翻译' },
};

export const subtitleMoveWords: Record<SubtitleMove, Words> = {
  check: { en: 'Mark checked', zh: '标记为已校对' },
  uncheck: { en: 'Not checked after all', zh: '撤销校对' },
  publish: { en: 'Publish', zh: '发布' },
  unpublish: { en: 'Unpublish', zh: '取消发布' },
};

export const cueProblemWords: Record<CueProblemKind, Words> = {
  outOfOrder: { en: 'Begins before the one above it', zh: '早于上一条开始' },
  overlap: { en: 'Overlaps the one before it', zh: '与上一条重叠' },
  empty: { en: 'Has no text', zh: '没有文字' },
  tooManyLines: { en: 'Has more than two lines', zh: '超过两行' },
  lineTooLong: { en: 'Has a line that is too long', zh: '有一行过长' },
  tooFast: { en: 'Is too fast to read', zh: '来不及阅读' },
  tooShort: { en: 'Is shown for less than a second', zh: '显示不足一秒' },
  tooLong: { en: 'Is shown for more than seven seconds', zh: '显示超过七秒' },
  gapTooShort: { en: 'Follows too closely', zh: '与上一条间隔过短' },
};

/** What the one click does. */
export const cueFixWords: Record<CueProblemKind, Words> = {
  outOfOrder: { en: 'Put all in order', zh: '按时间排序' },
  overlap: { en: 'Make way', zh: '错开时间' },
  empty: { en: 'Remove it', zh: '删除' },
  tooManyLines: { en: 'Lay out anew', zh: '重新分行' },
  lineTooLong: { en: 'Lay out anew', zh: '重新分行' },
  tooFast: { en: 'Give it more time', zh: '延长显示' },
  tooShort: { en: 'Give it more time', zh: '延长显示' },
  tooLong: { en: 'End it earlier', zh: '提前结束' },
  gapTooShort: { en: 'Make way', zh: '错开时间' },
};

export const cueChangeWords: Record<CueChange, Words> = {
  same: { en: 'The same', zh: '相同' },
  changed: { en: 'Other text', zh: '文字不同' },
  retimed: { en: 'Other time', zh: '时间不同' },
  added: { en: 'Added', zh: '新增' },
  removed: { en: 'Removed', zh: '移除' },
};

export const subtitleErrorWords: Record<SubtitleError['code'], Words> = {
  notSubtitles: { en: 'There are no subtitles in this file.', zh: '此文件中没有字幕。' },
  badTime: { en: 'This is no time that can be read.', zh: '无法识别的时间。' },
  endBeforeStart: { en: 'It ends before it begins.', zh: '结束早于开始。' },
  noText: { en: 'There is no text under these times.', zh: '该时间下没有文字。' },
  noTimes: { en: 'There are no times for this text.', zh: '该文字没有时间。' },
  textTooLong: { en: 'There is more text than one subtitle can hold.', zh: '一条字幕的文字过多。' },
  tooManyCues: { en: 'There are more subtitles than are read.', zh: '字幕条数过多，其余未读取。' },
};
