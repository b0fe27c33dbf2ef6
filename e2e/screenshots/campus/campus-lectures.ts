export type Picture = 'cell' | 'spectrum' | 'truss' | 'layers' | 'page';

export type Lecture = {
  title: string;
  kind: 'pdf' | 'mp4' | 'mp3' | 'png';
  owner: string;
  place: keyof typeof libraries;
  folder?: string;
  picture: Picture;
  /** Length of a recording. */
  seconds?: number;
  about: string;
  tags: readonly string[];
  subject: string;
  column?: string;
  left?: 'in_review' | 'ready' | 'offline' | 'trashed';
  language?: 'zh';
};

export const libraries = {
  medicine: { name: 'Medicine', college: 'MED', folders: ['Lectures 2026', 'Laboratory'] },
  engineering: { name: 'Engineering', college: 'ENG', folders: ['Structures', 'Field trips'] },
  humanities: { name: 'Humanities', college: 'HUM', folders: ['Sources'] },
} as const;

export const columns = { Lectures: ['Biology', 'Engineering'], 'Laboratory videos': [], 'Reading rooms': ['History'] };

const cells = 'Cell biology';
const energy = 'Energy';
const safety = 'Safety';

export const lectures: readonly Lecture[] = [
  {
    ...{ title: 'Reading list, physiology', kind: 'pdf', owner: 'chen.yu', place: 'medicine', picture: 'page' },
    ...{ about: 'What to read before each week of term.', tags: ['Reading'], subject: '0710', left: 'offline' },
  },
  {
    ...{ title: 'Roman roads along the Danube', kind: 'pdf', owner: 'amara.okafor', place: 'humanities' },
    ...{ picture: 'layers', folder: 'Sources', subject: '06', tags: ['Antiquity', 'Maps'], column: 'History' },
    about: 'Milestones, forts and the road that joined them.',
  },
  {
    ...{ title: 'Letters from the front, 1916', kind: 'pdf', owner: 'sofia.haddad', place: 'humanities' },
    ...{ picture: 'page', folder: 'Sources', subject: '06', tags: ['Letters'], column: 'History' },
    about: 'Forty letters with notes on hand, paper and post.',
  },
  {
    ...{ title: 'Poster: cell organelles', kind: 'png', owner: 'anna.schmidt', place: 'medicine', picture: 'cell' },
    ...{ folder: 'Lectures 2026', subject: '0710', tags: [cells, 'Poster'], column: 'Biology' },
    about: 'Nucleus, mitochondria and membrane at one glance.',
  },
  {
    ...{ title: 'Lab safety, introduction', kind: 'mp4', owner: 'chen.yu', place: 'medicine', picture: 'page' },
    ...{ folder: 'Laboratory', subject: '0710', tags: [safety], column: 'Laboratory videos', seconds: 1100 },
    about: 'Goggles, gloves and what to do when something spills.',
  },
  {
    ...{ title: 'Truss bridge, load paths', kind: 'png', owner: 'maria.rossi', place: 'engineering', picture: 'truss' },
    ...{ folder: 'Structures', subject: '0814', tags: ['Bridges', 'Statics'], column: 'Engineering' },
    about: 'Which members pull and which push under a lorry.',
  },
  {
    ...{ title: 'Statics 02: forces in a truss', kind: 'mp4', owner: 'maria.rossi', place: 'engineering' },
    ...{ picture: 'truss', folder: 'Structures', subject: '0814', tags: ['Statics'], column: 'Engineering' },
    ...{ seconds: 1544, about: 'Method of joints, worked through on the blackboard.' },
  },
  {
    ...{ title: 'Field trip: gravel terraces of the Isar', kind: 'png', owner: 'tom.becker', place: 'engineering' },
    ...{ picture: 'layers', folder: 'Field trips', subject: '0814', tags: ['Geology'], left: 'ready' },
    about: 'Section of the river bank with the layers marked.',
  },
  {
    ...{ title: 'Interview with a bridge inspector', kind: 'mp3', owner: 'tom.becker', place: 'engineering' },
    ...{ picture: 'page', folder: 'Field trips', subject: '0814', tags: ['Bridges', 'Interview'], seconds: 1388 },
    about: 'What rust sounds like under a hammer.',
  },
  {
    ...{ title: 'Spectral lines of hydrogen', kind: 'png', owner: 'jonas.lind', place: 'engineering' },
    ...{ picture: 'spectrum', subject: '0702', tags: ['Light'], about: 'The Balmer series as a grating shows it.' },
  },
  {
    ...{ title: '线粒体与能量代谢 课件', kind: 'pdf', owner: 'zhang.min', place: 'medicine', picture: 'cell' },
    ...{ folder: 'Lectures 2026', subject: '0710', tags: [cells, energy], language: 'zh', left: 'ready' },
    about: '线粒体的结构、电子传递链与三磷酸腺苷的合成。',
  },
  {
    ...{ title: 'Exam paper 2025, part B', kind: 'pdf', owner: 'anna.schmidt', place: 'medicine', picture: 'page' },
    ...{ subject: '0710', tags: ['Exam'], about: 'Twelve questions, ninety minutes.' },
  },
  {
    ...{ title: 'Radio talk: the powerhouse myth', kind: 'mp3', owner: 'tom.becker', place: 'medicine' },
    ...{ picture: 'cell', subject: '0710', tags: [energy, 'Radio'], seconds: 764, column: 'Biology' },
    about: 'Why “powerhouse of the cell” tells less than half of it.',
  },
  {
    ...{ title: 'Respiration in 20 minutes', kind: 'mp4', owner: 'chen.yu', place: 'medicine', picture: 'cell' },
    ...{ folder: 'Lectures 2026', subject: '0710', tags: [cells, energy], seconds: 1204, column: 'Biology' },
    about: 'From glucose to the proton gradient, without notes.',
  },
  {
    ...{ title: 'Electron micrograph, liver cell', kind: 'png', owner: 'anna.schmidt', place: 'medicine' },
    ...{ picture: 'cell', folder: 'Laboratory', subject: '0710', tags: [cells, 'Micrograph'], left: 'in_review' },
    about: 'Mitochondria at forty thousand times.',
  },
  {
    ...{ title: 'Membrane transport, lecture notes', kind: 'pdf', owner: 'li.wei', place: 'medicine' },
    ...{ picture: 'cell', folder: 'Lectures 2026', subject: '0710', tags: [cells, 'Notes'], column: 'Biology' },
    about: 'How small molecules cross a wall of fat: pores, pumps and the price of each.',
  },
  {
    ...{ title: 'Cell biology 04: energy and the mitochondria', kind: 'mp4', owner: 'li.wei', place: 'medicine' },
    ...{ picture: 'cell', folder: 'Lectures 2026', subject: '0710', tags: [cells, energy], column: 'Biology' },
    ...{ seconds: 2761, about: 'Oxidative phosphorylation: electron transport, proton gradient, ATP synthase.' },
  },
];
