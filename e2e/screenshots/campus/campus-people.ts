import type { RoleId } from '@lectern/contract/roles.ts';

/** A plausible university: colleges with their departments by code, and the people who work there. */
export const colleges = {
  MED: { name: 'College of Medicine', departments: { 'MED-01': 'Cell Biology', 'MED-02': 'Physiology' } },
  ENG: { name: 'College of Engineering', departments: { 'ENG-01': 'Civil Engineering', 'ENG-02': 'Informatics' } },
  HUM: { name: 'College of Humanities', departments: { 'HUM-01': 'History', 'HUM-02': 'Languages' } },
} as const;

export const positions: Record<string, RoleId> = {
  'Head of platform': 1,
  'Platform administrator': 2,
  'Media editor': 3,
  Lecturer: 4,
};

export const subjects = [
  ['07', 'Natural sciences', null],
  ['0710', 'Biology', '07'],
  ['0702', 'Physics', '07'],
  ['08', 'Engineering', null],
  ['0814', 'Civil engineering', '08'],
  ['06', 'History', null],
] as const;

type CampusPerson = {
  account: string;
  name: string;
  position: string;
  department: string | null;
  phone?: string;
  forbidden?: true;
};

export const campusPeople: readonly CampusPerson[] = [
  { account: 'li.wei', name: 'Li Wei', position: 'Head of platform', department: 'MED-01', phone: '+49 30 2093 1101' },
  { account: 'anna.schmidt', name: 'Anna Schmidt', position: 'Media editor', department: 'MED-01' },
  { account: 'chen.yu', name: 'Chen Yu', position: 'Lecturer', department: 'MED-02', phone: '+49 30 2093 1118' },
  { account: 'maria.rossi', name: 'Maria Rossi', position: 'Lecturer', department: 'ENG-01' },
  { account: 'tom.becker', name: 'Tom Becker', position: 'Media editor', department: 'ENG-01' },
  { account: 'zhang.min', name: '张敏', position: 'Lecturer', department: 'MED-01' },
  { account: 'ines.costa', name: 'Inês Costa', position: 'Platform administrator', department: null },
  { account: 'jonas.lind', name: 'Jonas Lind', position: 'Lecturer', department: 'ENG-02' },
  { account: 'amara.okafor', name: 'Amara Okafor', position: 'Lecturer', department: 'HUM-01' },
  { account: 'pavel.novak', name: 'Pavel Novák', position: 'Lecturer', department: 'HUM-02', forbidden: true },
  { account: 'sofia.haddad', name: 'Sofia Haddad', position: 'Media editor', department: 'HUM-01' },
  { account: 'wang.fang', name: '王芳', position: 'Lecturer', department: 'HUM-02' },
  { account: 'david.mensah', name: 'David Mensah', position: 'Lecturer', department: 'MED-02' },
  { account: 'elif.yilmaz', name: 'Elif Yılmaz', position: 'Platform administrator', department: null },
];
