import type { Words } from '../language.ts';
import type { Disguise, ItemType, RescanRow, ScanSource, Severity } from './scan.ts';

export const severityWords: Record<Severity, Words> = {
  notice: { en: 'Notice', zh: '提示' },
  review: { en: 'Review', zh: '审核' },
  block: { en: 'Block', zh: '封禁' },
};

export const scanSourceWords: Record<ScanSource, Words> = {
  title: { en: 'Title', zh: '标题' },
  description: { en: 'Description', zh: '描述' },
  details: { en: 'Details', zh: '其他信息' },
  people: { en: 'People', zh: '人员' },
  tags: { en: 'Tags', zh: '标签' },
  fileName: { en: 'File name', zh: '文件名' },
  goals: { en: 'Goals', zh: '学习目标' },
  body: { en: 'Text', zh: '正文' },
  document: { en: 'Document text', zh: '文档文字' },
  ocr: { en: 'Text in pictures', zh: '图片文字' },
  cover: { en: 'Text in cover', zh: '封面文字' },
  speech: { en: 'Speech', zh: '语音' },
  subtitle: { en: 'Subtitles', zh: '字幕' },
  summary: { en: 'Summary', zh: '摘要' },
  note: { en: 'Notes', zh: '笔记' },
};

export const itemTypeWords: Record<ItemType, Words> = {
  course: { en: 'Course', zh: '课程' },
  chapter: { en: 'Chapter', zh: '章节' },
  subject: { en: 'Subject', zh: '学科' },
  column: { en: 'Column', zh: '栏目' },
  homePage: { en: 'Home page', zh: '首页' },
};

/** In the place of the severity of matches that are. */
export const doubtWords = { likelyFalse: { en: 'Likely false', zh: '疑似误报' } } as const satisfies Record<
  string,
  Words
>;

export const disguiseWords: Record<Disguise, Words> = {
  case: { en: 'Capital letters', zh: '大小写' },
  width: { en: 'Full-width characters', zh: '全角字符' },
  traditional: { en: 'Traditional or Japanese characters', zh: '繁体字或日文汉字' },
  lineBreak: { en: 'A line break inside', zh: '中间换行' },
  separators: { en: 'Signs or spaces between', zh: '插入符号或空格' },
  zeroWidth: { en: 'Invisible characters', zh: '零宽字符' },
  marks: { en: 'Marks upon letters', zh: '附加符号' },
  letters: { en: 'Decorated letters or numerals', zh: '花体字母或变体数字' },
  lookalikes: { en: 'Lookalikes of other scripts', zh: '形近字符' },
  accents: { en: 'Accents', zh: '重音符号' },
  leet: { en: 'Digits or signs for letters', zh: '数字或符号代替字母' },
  repeats: { en: 'Repeated letters', zh: '重复字符' },
};

export const rescanStateWords: Record<RescanRow['state'], Words> = {
  queued: { en: 'Waiting', zh: '排队中' },
  running: { en: 'Running', zh: '运行中' },
  done: { en: 'Done', zh: '完成' },
  failed: { en: 'Failed', zh: '失败' },
  cancelled: { en: 'Cancelled', zh: '已取消' },
};
