/** Reports of imports and unpacked archives. */
export const importReport = {
  line: 'Row',
  result: 'Result',
  reason: 'Reason',
  outcomes: {
    done: 'Imported',
    skipped: 'Skipped',
    failed: 'Failed',
    undone: 'Undone',
    pending: 'Not imported yet',
    invalid: 'Invalid',
  },
  sameFile: 'This file already exists',
  notUnderstood: 'Unrecognised fields ignored: {fields}',
};
