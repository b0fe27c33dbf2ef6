const none = JSON.stringify({ convert: false, ocr: false, asr: false });

/** Libraries of which nothing is read by itself, for tests of everything but that: files are ready once inspected. */
export const readNothing = [
  `update libraries set processing = '${none}'`,
  `alter table libraries alter column processing set default '${none}'`,
];
