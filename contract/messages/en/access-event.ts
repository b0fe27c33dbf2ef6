/** How access records and statistics name what people did, and with what. */
export const accessEvent = {
  actions: { view: 'Viewed', play: 'Played', download: 'Downloaded', search: 'Searched', click: 'Clicked' },
  devices: { desktop: 'Computer', mobile: 'Phone', tablet: 'Tablet', other: 'Other' },
};

export type AccessEventTexts = typeof accessEvent;
