import type { CourseFileTexts } from '../en/course-file.ts';

export const courseFile: CourseFileTexts = {
  flaws: {
    notJson: '不是 JSON 文件或压缩包。',
    wrongFormat: '格式不是 {format}。',
    wrongVersion: '不支持版本 {version}，仅支持 {versions}。',
    wrongField: '“{field}”缺失或无效。',
    tooDeep: '章节层级过深。',
    empty: '其中没有 course.json 或 imsmanifest.xml。',
    unreadableManifest: '无法读取其中的清单文件。',
    noManifest: 'imsmanifest.xml 不是清单文件。',
    noCartridge: '不是通用课程包（Common Cartridge）。',
    endsBeforeStart: '“{title}”的结束时间早于开始时间。',
  },
  noFile: '系统和导入文件中都没有此文件',
  cartridge: {
    required: '必学',
    optional: '选学',
    part: '片段',
    open: '打开文件',
  },
};
