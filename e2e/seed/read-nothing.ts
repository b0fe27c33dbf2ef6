const none = JSON.stringify({ convert: false, ocr: false, asr: false });

/**
 * Statements that turn off automatic processing in all libraries, for tests of other things: files are ready once
 * inspected.
 */
export const readNothing = [
  `update libraries set processing = '${none}'`,
  `alter table libraries alter column processing set default '${none}'`,
];
