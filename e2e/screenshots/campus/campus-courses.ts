import type { CourseMove } from '@lectern/contract/features/course-state.ts';
import { spokenLecture } from './campus-transcript.ts';

export type CampusChapter = {
  title: string;
  goals?: string;
  text?: string;
  /** Lectures by title; `from` and `to` select a part, in seconds. */
  holds?: readonly { lecture: string; from?: number; to?: number; note?: string; optional?: true }[];
  below?: readonly CampusChapter[];
};

export type CampusCourse = {
  name: string;
  code: string;
  term: string;
  subject: string;
  college: string;
  about: string;
  /** Accounts, or names of people without one. */
  teachers: readonly string[];
  assistants?: readonly string[];
  /** Title of a picture among the lectures. */
  cover?: string;
  language?: 'en' | 'zh';
  moves: readonly CourseMove[];
  chapters: readonly CampusChapter[];
};

/** Ordered as in the list: the first is created last and so appears at the top. */
export const courses: readonly CampusCourse[] = [
  {
    ...{ name: 'Cell biology', code: 'BIO-101', term: '2026 winter', subject: '0710', college: 'MED' },
    about: 'How cells are built, what passes through their walls, and where their energy comes from.',
    ...{ teachers: ['li.wei', 'anna.schmidt'], assistants: ['chen.yu'], cover: 'Poster: cell organelles' },
    ...{ language: 'en', moves: ['publish'] },
    chapters: [
      {
        title: 'What a cell is',
        goals: 'Name the organelles and say what each of them does.',
        holds: [{ lecture: 'Poster: cell organelles', note: 'Keep it beside you for the whole term.' }],
      },
      {
        title: 'Membranes and transport',
        goals: 'Tell diffusion from active transport, and say who pays.',
        holds: [{ lecture: 'Membrane transport, lecture notes' }],
        below: [{ title: 'Pores and channels' }, { title: 'Pumps, and the price of each' }],
      },
      {
        title: 'Energy and respiration',
        goals: 'Follow an electron from sugar to oxygen, and explain what the proton gradient is for.',
        text: 'Watch the lecture up to the gradient first, then read the notes on membranes again. The radio talk is for the way home.',
        holds: [
          { lecture: spokenLecture, from: 192, to: 845, note: 'Only as far as the proton gradient.' },
          { lecture: 'Respiration in 20 minutes' },
          { lecture: 'Radio talk: the powerhouse myth', optional: true },
          { lecture: '线粒体与能量代谢 课件', optional: true },
        ],
      },
      {
        title: 'In the laboratory',
        holds: [
          { lecture: 'Lab safety, introduction' },
          { lecture: 'Electron micrograph, liver cell', optional: true },
        ],
      },
      { title: 'Examination', holds: [{ lecture: 'Exam paper 2025, part B' }] },
    ],
  },
  {
    ...{ name: 'Statics of bridges', code: 'CIV-204', term: '2026 winter', subject: '0814', college: 'ENG' },
    about: 'Forces in beams and trusses, from the blackboard to the river.',
    ...{ teachers: ['maria.rossi'], assistants: ['tom.becker'], cover: 'Truss bridge, load paths' },
    ...{ language: 'en', moves: ['publish'] },
    chapters: [
      { title: 'Load paths', holds: [{ lecture: 'Truss bridge, load paths' }] },
      { title: 'The method of joints', holds: [{ lecture: 'Statics 02: forces in a truss' }] },
      { title: 'Inspection', holds: [{ lecture: 'Interview with a bridge inspector', optional: true }] },
    ],
  },
  {
    ...{ name: 'Light and matter', code: 'PHY-110', term: '2026 winter', subject: '0702', college: 'ENG' },
    ...{ about: 'What a spectrum tells about an atom.', teachers: ['jonas.lind'] },
    ...{ cover: 'Spectral lines of hydrogen', moves: ['submit'] },
    chapters: [
      { title: 'Spectral lines', holds: [{ lecture: 'Spectral lines of hydrogen' }] },
      { title: 'The photoelectric effect' },
    ],
  },
  {
    ...{ name: '细胞生物学导论', code: 'BIO-102', term: '2027 summer', subject: '0710', college: 'MED' },
    ...{ about: '细胞的结构、膜的运输与能量代谢。', teachers: ['zhang.min'], language: 'zh', moves: [] },
    chapters: [{ title: '线粒体与能量代谢', holds: [{ lecture: '线粒体与能量代谢 课件' }] }, { title: '细胞膜' }],
  },
  {
    ...{ name: 'Sources for historians: letters, roads and maps', code: 'HIS-31', term: '2026 winter', subject: '06' },
    ...{ college: 'HUM', about: 'Reading what was never meant for us.', teachers: ['amara.okafor', 'sofia.haddad'] },
    moves: ['publish'],
    chapters: [
      { title: 'Letters', holds: [{ lecture: 'Letters from the front, 1916' }] },
      { title: 'Roads', holds: [{ lecture: 'Roman roads along the Danube' }] },
    ],
  },
  {
    ...{ name: 'Laboratory practice', code: 'MED-015', term: '2026 summer', subject: '0710', college: 'MED' },
    ...{ about: 'What everybody has to know before the first experiment.', teachers: ['chen.yu'] },
    moves: ['publish', 'offline'],
    chapters: [{ title: 'Safety', holds: [{ lecture: 'Lab safety, introduction' }] }],
  },
  {
    ...{ name: 'Geology of the Alpine foreland', code: 'GEO-07', term: '2027 summer', subject: '07', college: 'ENG' },
    ...{ about: '', teachers: ['Prof. Amelia Kowalczyk'], moves: [], chapters: [] },
  },
];
