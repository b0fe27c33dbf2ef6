import type { Language } from '../language.ts';

/** Why a line of an import is invalid or skipped. `{name}` in a text is filled from the problem's values. */
export const importProblems = {
  required: { en: 'It is empty and must not be.', zh: '不能为空。' },
  tooLong: { en: 'At most {limit} characters.', zh: '最多 {limit} 个字符。' },
  notAnEmail: { en: '“{value}” is no e-mail address.', zh: '“{value}”不是电子邮件地址。' },
  wrongCharacters: {
    en: '“{value}” holds characters that are not accepted: letters, digits, dot, dash, @ and _ only.',
    zh: '“{value}”含有不接受的字符：只接受字母、数字、点、短横线、@ 和下划线。',
  },
  unknownRole: { en: '“{value}” is no role.', zh: '没有“{value}”这个角色。' },
  unknownDepartment: { en: 'There is no department with the code “{value}”.', zh: '没有代码为“{value}”的部门。' },
  unknownPosition: { en: 'There is no position “{value}”.', zh: '没有“{value}”这个职位。' },
  twice: { en: 'Line {line} is about the same one.', zh: '与第 {line} 行重复。' },
  morePower: { en: 'It would touch somebody with more power than you.', zh: '涉及权限高于您的人员。' },
  outOfScope: { en: 'It lies outside of your departments.', zh: '不在您的部门范围内。' },
  oneself: { en: 'Others decide about your own role and place.', zh: '您自己的角色和归属由他人决定。' },
  pagesBeyondOwn: {
    en: 'It would open pages to this person that you can’t open yourself: {pages}.',
    zh: '会使此人获得您自己无权打开的页面：{pages}。',
  },
  scopeBeyondOwn: {
    en: 'It would let this person see further than you do yourself.',
    zh: '会使此人的数据范围超出您自己的范围。',
  },
  unknownCollege: { en: 'There is no college “{value}”.', zh: '没有“{value}”这个学院。' },
  unknownPerson: { en: 'There is nobody with the account “{value}”.', zh: '没有账号为“{value}”的人员。' },
  codeCharacters: {
    en: '“{value}” is no code: letters, digits, dot, dash and _ only, a letter or digit first.',
    zh: '“{value}”不是有效代码：只接受字母、数字、点、短横线和下划线，且须以字母或数字开头。',
  },
  otherCollege: {
    en: 'The department above it belongs to another college.',
    zh: '上级部门属于另一个学院。',
  },
  placeNeedsMove: {
    en: 'It lies elsewhere. Move it on the page: what that does to people is shown there first.',
    zh: '所在位置不同。请在页面上移动，移动前会显示对人员的影响。',
  },
  scopeRefused: {
    en: 'The data scope “{value}” does not fit the role, or only a super administrator may give it.',
    zh: '数据范围“{value}”与角色不符，或只有超级管理员可以设置。',
  },
  nothingToChange: { en: 'It is there already, with the same values.', zh: '已存在，且内容相同。' },
  unknownResource: { en: 'There is no such resource, or not for you.', zh: '没有这个资源，或您无权查看。' },
  severalResources: {
    en: 'There are {count} files of this name in the library; give the id instead.',
    zh: '资源库中有 {count} 个同名文件，请改用编号。',
  },
  libraryNeeded: {
    en: 'Choose a library to look for files in, or give the id.',
    zh: '请选择要查找文件的资源库，或填写编号。',
  },
  notEditable: { en: 'You may not change this resource.', zh: '您不能修改此资源。' },
  unknownSubject: { en: 'There is no subject with the code “{value}”.', zh: '没有代码为“{value}”的学科。' },
  unknownLanguage: { en: '“{value}” is no language that is known here.', zh: '不认识“{value}”这种语言。' },
  unknownLicence: { en: '“{value}” is no licence that is known here.', zh: '不认识“{value}”这种许可。' },
  unknownVisibility: {
    en: '“{value}” is none of everyone, campus, department, owner.',
    zh: '“{value}”不是所有人、校内、部门、仅自己之一。',
  },
  notAYear: { en: '“{value}” is no year.', zh: '“{value}”不是年份。' },
  notADay: { en: '“{value}” is no day such as 2026-12-31.', zh: '“{value}”不是日期，应如 2026-12-31。' },
  tooManyTags: { en: 'At most {limit} tags.', zh: '最多 {limit} 个标签。' },
  lostCharacters: {
    en: 'Characters were lost when this was saved before: “{value}”. Save the original as UTF-8.',
    zh: '此内容在之前保存时已丢失字符：“{value}”，请将原文件另存为 UTF-8。',
  },
  nothingToMatch: {
    en: '“{value}” is nothing that could be looked for: it has no letter and no digit.',
    zh: '“{value}”没有字母、文字或数字，无法匹配。',
  },
  onlyWildcards: {
    en: '“{value}” would fit nearly everything: at least {limit} characters must be no wildcards.',
    zh: '“{value}”几乎匹配所有内容：至少需要 {limit} 个非通配字符。',
  },
  sameWord: { en: 'It is the same word as “{value}”, spelt otherwise.', zh: '与“{value}”是同一词语的不同写法。' },
  tooManyWords: { en: 'There is room for {limit} words in all.', zh: '词库最多容纳 {limit} 个词语。' },
  tooManyExceptions: { en: 'At most {limit} exceptions.', zh: '最多 {limit} 个例外。' },
  exceptionWithoutWord: {
    en: 'The exception “{value}” does not hold the word.',
    zh: '例外“{value}”不包含该词语。',
  },
  unknownChoice: { en: '“{value}” is none of {choices}.', zh: '“{value}”不是以下之一：{choices}。' },
  unknownPack: { en: 'There is no pack “{value}”.', zh: '没有名为“{value}”的词包。' },
  existsAlready: { en: 'It is there already, and was to be left alone.', zh: '已存在，按要求保持不变。' },
} as const satisfies Record<string, Record<Language, string>>;

export type ImportProblemCode = keyof typeof importProblems;
