/** The tab that holds everything, wherever it stands. */
export function wholeTab(tabs: readonly [string, ...string[]]): string {
  return tabs.includes('all') ? 'all' : tabs[0];
}
