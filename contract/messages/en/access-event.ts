/** Names of reader and staff actions and their dimensions, for access records and statistics. */
export const accessEvent = {
  actions: { view: 'Viewed', play: 'Played', download: 'Downloaded', search: 'Searched', click: 'Clicked' },
  devices: { desktop: 'Computer', mobile: 'Phone', tablet: 'Tablet', other: 'Other' },
};

export type AccessEventTexts = typeof accessEvent;
