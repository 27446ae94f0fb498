export const en = {
  choose: 'Shown in the chart',
  window: 'Time',
  days: (count: number) => `${count} days`,
  counters: {
    views: 'Views',
    impressions: 'Shown in lists',
    outbound: 'Opened in VRChat',
    wears: 'Worn in worlds',
    likes: 'Likes',
    favorites: 'Saved',
  },
  trend: (percent: string) => `${percent} compared with the days before`,
  chart: (counter: string, days: number) => `${counter}, day by day, in the last ${days} days`,
  date: 'Date',
  asTable: 'Show as a table',
  sparkline: (counts: string) => `Views of the last 14 days: ${counts}`,
}
