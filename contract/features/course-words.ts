import type { Words } from '../language.ts';
import type { ChapterProblem, CourseProblem, ProblemKind, ResourceProblem } from './course-check.ts';
import type { CourseMove, CourseState } from './course-state.ts';

/** What states, moves, parts and problems of courses are called, on screen and in files. */

/** `withheld`: published, but hidden because of a sensitive word. */
export const courseStateWords: Record<CourseState | 'withheld', Words> = {
  draft: { en: 'Draft', zh: '草稿' },
  in_review: { en: 'In review', zh: '审核中' },
  published: { en: 'Published', zh: '已发布' },
  offline: { en: 'Offline', zh: '已下线' },
  archived: { en: 'Archived', zh: '已归档' },
  trashed: { en: 'In the trash', zh: '回收站' },
  withheld: { en: 'Hidden', zh: '已隐藏' },
};

export const courseMoveWords: Record<CourseMove, Words> = {
  submit: { en: 'Submit for review', zh: '提交审核' },
  withdraw: { en: 'Withdraw', zh: '撤回' },
  publish: { en: 'Publish', zh: '发布' },
  reject: { en: 'Send back', zh: '退回' },
  offline: { en: 'Take offline', zh: '下线' },
  archive: { en: 'Archive', zh: '归档' },
  reopen: { en: 'Bring back from the archive', zh: '取消归档' },
  trash: { en: 'Move to the trash', zh: '移至回收站' },
  restore: { en: 'Restore', zh: '还原' },
  purge: { en: 'Delete for good', zh: '永久删除' },
};

export const coursePartWords: Record<'teacher' | 'assistant' | 'editor', Words> = {
  teacher: { en: 'Teacher', zh: '教师' },
  assistant: { en: 'Assistant', zh: '助教' },
  editor: { en: 'Editor', zh: '编辑' },
};

export const problemKindWords: Record<ProblemKind, Words> = {
  missing: { en: 'Resources that learners can’t open', zh: '学习者无法打开的资源' },
  withoutText: { en: 'Resources without text', zh: '缺少文本的资源' },
  withoutSubtitles: { en: 'Videos without subtitles', zh: '缺少字幕的视频' },
  sensitive: { en: 'Sensitive content', zh: '敏感内容' },
  empty: { en: 'Empty chapters', zh: '空章节' },
};

export const resourceProblemWords: Record<ResourceProblem, Words> = {
  notPublished: { en: 'Not published', zh: '未发布' },
  blocked: { en: 'Blocked', zh: '已封禁' },
  trashed: { en: 'In the trash', zh: '在回收站中' },
  outOfDates: { en: 'Outside its dates', zh: '不在有效期内' },
  notVisible: { en: 'Not shown to everybody', zh: '并非所有人可见' },
  failed: { en: 'Processing failed', zh: '处理失败' },
  noText: { en: 'No text', zh: '缺少文本' },
  noSubtitles: { en: 'No subtitles', zh: '缺少字幕' },
  sensitive: { en: 'Open sensitive review', zh: '敏感内容待审' },
  beyondEnd: { en: 'The part lies beyond its end', zh: '片段超出媒体长度' },
};

export const chapterProblemWords: Record<ChapterProblem, Words> = {
  empty: { en: 'Nothing in it', zh: '内容为空' },
  nothingPublic: { en: 'Nothing in it that learners can open', zh: '没有学习者可打开的内容' },
  notVisible: { en: 'Hidden', zh: '已隐藏' },
  outOfDates: { en: 'Outside its dates', zh: '不在有效期内' },
  sensitive: { en: 'Open sensitive review', zh: '敏感内容待审' },
  withheld: { en: 'Hidden from the front site: sensitive content', zh: '含敏感内容，前台不显示' },
};

export const courseProblemWords: Record<CourseProblem, Words> = {
  noChapters: { en: 'No chapters', zh: '没有章节' },
  noResources: { en: 'No resources', zh: '没有资源' },
  nothingPublic: { en: 'Nothing in it that learners can open', zh: '没有学习者可打开的内容' },
  noCover: { en: 'No cover', zh: '没有封面' },
  noSubject: { en: 'No subject', zh: '未选择学科' },
  noTeacher: { en: 'No teacher', zh: '没有教师' },
  sensitive: { en: 'Open sensitive review', zh: '敏感内容待审' },
  withheld: { en: 'Hidden from the front site: sensitive content', zh: '含敏感内容，前台不显示' },
};
