/** Notes that Lectern adds when it changes a resource on schedule or edits its image. */
export const resourceChange = {
  offlineTime: 'The scheduled time was reached.',
  licenceEnded: 'Its licence ended on {day}.',
  notPublished: {
    notReady: 'It wasn’t ready to publish.',
    fieldsMissing: 'These fields were empty: {fields}.',
    notReviewed: 'It hadn’t been reviewed.',
    summaryOutOfDate: 'Its summary is out of date. Regenerate or unpublish the summary first.',
    matches: 'Its sensitive word matches haven’t been reviewed.',
    masks: 'Its masked file wasn’t ready.',
  },
  imageEdits: { rotated: 'Rotated {degrees}°', cropped: 'Cropped', gpsRemoved: 'Location removed' },
  imageEditSeparator: ', ',
};

export type ResourceChangeTexts = typeof resourceChange;
