/** Values inserted into error messages. */
export const errorReasons = {
  /** Why a request couldn't be parsed. */
  malformed: {
    fileMissing: 'the file is missing',
    notStorable: 'it contains characters that can’t be stored, or is nested too deeply',
    notJson: 'the body isn’t valid JSON',
    address: 'the address isn’t valid',
    notOfRoute: 'the address doesn’t belong to this page',
    protocol: 'it isn’t valid HTTP or JSON',
    idempotencyKey: 'the Idempotency-Key must be 1 to 200 plain characters',
    host: 'the Host header isn’t valid',
    uploadOffset: 'Upload-Offset is missing',
  },
  counts: {
    people: '{count} {count, plural, one {person} other {people}}',
    departments: '{count} {count, plural, one {department} other {departments}}',
    subjects: '{count} {count, plural, one {subject} other {subjects}}',
    courses: '{count} {count, plural, one {course} other {courses}}',
    resources: '{count} {count, plural, one {resource} other {resources}}',
    libraries: '{count} {count, plural, one {library} other {libraries}}',
  },
  listSeparator: ', ',
  ofField: '{field}: {problem}',
  separator: '; ',
};
