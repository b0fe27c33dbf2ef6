/** Where a sensitive word matches, its severity and category, and the kinds of items. */
export const scan = {
  sources: {
    title: 'Title',
    description: 'Description',
    details: 'Details',
    people: 'People',
    tags: 'Tags',
    fileName: 'File name',
    goals: 'Goals',
    body: 'Text',
    document: 'Document text',
    ocr: 'Text in images',
    cover: 'Cover text',
    speech: 'Speech',
    subtitle: 'Subtitles',
    summary: 'Summary',
    note: 'Notes',
  },
  severities: {
    notice: 'Notice',
    review: 'Review',
    block: 'Block',
  },
  likelyFalse: 'Likely false',
  categories: {
    abuse: 'Abuse',
    violence: 'Violence',
    sexual: 'Sexual',
    drugs: 'Drugs',
    gambling: 'Gambling',
    fraud: 'Fraud',
    privacy: 'Privacy',
    advertising: 'Advertising',
    politics: 'Politics',
    other: 'Other',
  },
  itemTypes: {
    course: 'Course',
    chapter: 'Chapter',
    subject: 'Subject',
    column: 'Column',
    homePage: 'Home page',
  },
  blockReason: {
    reason: 'Sensitive content found: {places}',
    place: '{source} ({where})',
    page: 'page {number}',
    between: '; ',
    and: ', ',
  },
};

export type ScanTexts = typeof scan;
